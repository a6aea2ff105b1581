// A rank of the measurement: its GPU, its stream with a communicator, and words on the device.
#pragma once

#include <mpi.h>
#include <mpix.h>
#include <penstock_gpu_graph.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace bench::enqueue {

[[noreturn]] void give_up(const char* what, const char* why);
// These end the job with the reason where a call failed.
void must(int mpi_result, const char* what);
void gpu(int result, const char* what);

class GpuRank {
 public:
  static constexpr int kWords = 1000;  // 8-byte words

  GpuRank();
  ~GpuRank();
  GpuRank(const GpuRank&) = delete;
  GpuRank& operator=(const GpuRank&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int peer() const { return 1 - rank_; }
  [[nodiscard]] MPI_Comm comm() const { return comm_; }
  [[nodiscard]] penstock_gpu_stream stream() const { return stream_; }
  [[nodiscard]] std::uint64_t* words() const { return words_; }
  void set_word(std::uint64_t value);
  [[nodiscard]] std::uint64_t word() const;
  // Launches a kernel that does next to nothing.
  void launch();
  void synchronize();
  // The time of the last launch(); before it the host spent its time in the calls in front of it.
  [[nodiscard]] std::chrono::steady_clock::time_point last_call() const { return last_call_; }
  // Launches a kernel on a second, unrelated stream; the kernel computes for some 100 us on a few multiprocessors.
  void launch_aside();
  void synchronize_aside();
  // Captures all work that `calls` puts on the stream, as a graph that lives as long as this object.
  penstock_gpu_graph capture(const std::function<void()>& calls);
  void launch(penstock_gpu_graph graph);

 private:
  int rank_ = 0;
  void launch_on(penstock_gpu_stream stream, unsigned blocks, unsigned threads, std::uint64_t rounds);

  penstock_gpu_stream stream_ = nullptr;
  penstock_gpu_stream aside_ = nullptr;
  penstock_gpu_module module_ = nullptr;
  penstock_gpu_kernel kernel_ = nullptr;
  MPIX_Stream object_ = MPIX_STREAM_NULL;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::uint64_t* words_ = nullptr;
  std::chrono::steady_clock::time_point last_call_;
  std::vector<penstock_gpu_graph> graphs_;
};

}  // namespace bench::enqueue
