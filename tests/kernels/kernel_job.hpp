// The parts that the scenarios here share: a rank with a GPU, the kernels of this folder, and windows for these.
#pragma once

#include <mpi.h>
#include <mpix.h>
#include <penstock_gpu.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "common/memory.hpp"

namespace penstock::test {

// Ends the job if a call fails that should succeed.
void must(int result, const char* what);
#define MUST(call) ::penstock::test::must((call), #call)

// One rank: its findings and its kernels.
class KernelJob {
 public:
  KernelJob();
  ~KernelJob();
  KernelJob(const KernelJob&) = delete;
  KernelJob& operator=(const KernelJob&) = delete;

  int rank = 0;
  int size = 1;
  int rounds = 20;
  long checks = 0;
  long failures = 0;
  [[nodiscard]] int next() const { return (rank + 1) % size; }
  [[nodiscard]] int before() const { return (rank + size - 1) % size; }

  void check(bool good, const std::string& what);
  // Checks that the call returned an error of that class, with `words` in its message.
  void check_error(int result, int error_class, const std::string& words, const std::string& what);

  void launch(const char* kernel, unsigned blocks, unsigned threads, const KernelArguments& arguments);
  void wait() const { need(penstock_gpu_stream_synchronize(stream_), "waiting for a kernel"); }
  // Launches a kernel and waits for it; returns seconds.
  double run(const char* kernel, unsigned blocks, unsigned threads, const KernelArguments& arguments);

 private:
  penstock_gpu_stream stream_ = nullptr;
  penstock_gpu_module module_ = nullptr;
  std::map<std::string, penstock_gpu_kernel> kernels_;
};

// An array in device memory, filled with zeros.
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t bytes) : memory_(kDeviceMemory, bytes) { memory_.fill(0, 0, bytes); }
  [[nodiscard]] void* data() const { return memory_.data(); }
  [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(memory_.data()); }
  template <typename T>
  [[nodiscard]] std::vector<T> read(std::size_t count, std::size_t offset = 0) const {
    std::vector<T> out(count);
    memory_.get(offset, out.data(), count * sizeof(T));
    return out;
  }
  template <typename T>
  void write(const std::vector<T>& values, std::size_t offset = 0) {
    memory_.put(offset, values.data(), values.size() * sizeof(T));
  }

 private:
  Memory memory_;
};

// A window of all ranks over device memory, and its handle for kernels.
class DeviceWindow {
 public:
  explicit DeviceWindow(std::size_t bytes);
  ~DeviceWindow();
  DeviceWindow(const DeviceWindow&) = delete;
  DeviceWindow& operator=(const DeviceWindow&) = delete;
  DeviceArray memory;
  penstock_device_window handle{};
  [[nodiscard]] MPI_Win window() const { return window_; }

 private:
  MPI_Win window_ = MPI_WIN_NULL;
};

// Returns bytes that depend on the rank and on their place.
[[nodiscard]] std::vector<std::uint8_t> pattern(int rank, int seed, std::size_t bytes);

// The scenarios, by file.
void messages(KernelJob& job);
void counters(KernelJob& job);
void meetings(KernelJob& job);
void reductions(KernelJob& job);
void given_up(KernelJob& job);
void symmetric(KernelJob& job);
void arguments(KernelJob& job);
void partitions(KernelJob& job);
void partitions_half(KernelJob& job);
void partitions_unlike(KernelJob& job);
void refused(KernelJob& job);
void times(KernelJob& job);
void partition_times(KernelJob& job);
void lonely(KernelJob& job);

}  // namespace penstock::test
