// The parts that the programs here share: a rank with a GPU, its streams, and gates that block a
// stream until the host opens them.
#pragma once

#include <mpi.h>
#include <mpix.h>
#include <penstock_gpu.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/memory.hpp"

namespace penstock::test {

struct StreamJob {
  int rank = 0;
  int size = 1;
  long checks = 0;
  long failures = 0;
  int replays = 20;  // replays of each graph
  // The neighbours in the ring of all ranks.
  [[nodiscard]] int next() const { return (rank + 1) % size; }
  [[nodiscard]] int before() const { return (rank + size - 1) % size; }
};

// Ends the job if a call fails that should succeed.
void must(int result, const char* what);
#define MUST(call) ::penstock::test::must((call), #call)
void check(StreamJob& job, bool good, const std::string& what);
// Checks that the call returned an error of that class, with `words` in its message.
void check_error(StreamJob& job, int result, int error_class, const std::string& words, const std::string& what);

// A CUDA stream, its MPIX_Stream, and a communicator of all ranks on it.
class OnStream {
 public:
  OnStream();
  ~OnStream();
  OnStream(const OnStream&) = delete;
  OnStream& operator=(const OnStream&) = delete;

  [[nodiscard]] penstock_gpu_stream stream() const { return stream_; }
  [[nodiscard]] MPIX_Stream object() const { return object_; }
  [[nodiscard]] MPI_Comm comm() const { return comm_; }
  // Frees both handles; the work on the stream continues.
  void free_objects();
  void wait() const { need(penstock_gpu_stream_synchronize(stream_), "synchronising a stream"); }
  // Copies in the order of the stream; host memory is page-locked.
  void copy(void* to, const void* from, std::size_t bytes) const;
  // Work that is put on the stream from now on waits until open_gate().
  void close_gate();
  void open_gate();

 private:
  penstock_gpu_stream stream_ = nullptr;
  MPIX_Stream object_ = MPIX_STREAM_NULL;
  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm gate_ = MPI_COMM_NULL;  // a communicator of this rank alone
  char token_ = 0;
};

// Numbers in page-locked memory and as many on the device.
class Numbers {
 public:
  explicit Numbers(std::size_t count);
  [[nodiscard]] int* host() const { return static_cast<int*>(host_.data()); }
  [[nodiscard]] int* device() const { return static_cast<int*>(device_.data()); }
  [[nodiscard]] int count() const { return static_cast<int>(count_); }
  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(int); }
  void fill(int first) const;  // first, first + 1, ...
  [[nodiscard]] bool holds(int first) const;
  void to_device(const OnStream& on) const { on.copy(device(), host(), bytes()); }
  void to_host(const OnStream& on) const { on.copy(host(), device(), bytes()); }

 private:
  std::size_t count_;
  Memory host_;
  Memory device_;
};

}  // namespace penstock::test
