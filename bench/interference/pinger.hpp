// A thread that sends 8 bytes of GPU memory back and forth between two ranks, without pause.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <latch>
#include <thread>

#include "memory.hpp"
#include "samples.hpp"

namespace bench::interference {

class Pinger {
 public:
  static constexpr std::size_t kBytes = 8;

  // `device` is the GPU of `memory`.
  Pinger(MPI_Comm pair, int rank, const Memory& memory, int device);
  Pinger(const Pinger&) = delete;
  Pinger& operator=(const Pinger&) = delete;

  // From here to the end of finish() no other thread may call MPI, except MPI_Abort.
  void start();
  // Returns when both ranks have called it. Throws Failure for errors in the thread, and for wrong data.
  void finish();

  // The results after finish(): messages in both directions; latencies in seconds, on rank 0.
  [[nodiscard]] std::uint64_t messages() const { return messages_; }
  [[nodiscard]] const Samples& latencies() const { return latencies_; }

 private:
  void work() noexcept;
  void run();
  void turn();

  MPI_Comm pair_;
  int rank_, device_;
  Buffer mine_, theirs_;
  std::latch ready_{1};
  std::atomic<bool> over_ = false;
  std::exception_ptr failed_;
  std::uint64_t messages_ = 0;
  Samples latencies_;
  std::thread thread_;
};

}  // namespace bench::interference
