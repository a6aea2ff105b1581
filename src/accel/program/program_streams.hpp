// ProgramStreams has the application's streams on which, or in whose order, the library works.
#pragma once

#include <memory>

#include "accel/driver/gpu.hpp"
#include "accel/program/program_queue.hpp"
#include "accel/program/program_stream.hpp"
#include "base/status.hpp"

namespace penstock::accel {

class Holds;  // accel/driver/holds.hpp

// KernelPlace tells where kernels of a process run: kernels of several processes run concurrently if they are on different
// GPUs, or if MPS serves them.
struct KernelPlace {
  GpuUuid gpu{};
  bool mps = false;
};

class ProgramStreams {
 public:
  ProgramStreams() = default;
  ProgramStreams(const ProgramStreams&) = delete;
  ProgramStreams& operator=(const ProgramStreams&) = delete;
  virtual ~ProgramStreams() = default;

  // Adopts the application's stream with that handle: a CUstream, or one of the default streams, of the calling thread's
  // context. Returns Code::kUnsupported if there is no CUDA or the device lacks a required function.
  virtual Status adopt_stream(void* stream, std::unique_ptr<ProgramStream>* out) = 0;
  // Opens a queue over the application's stream with that handle, in the same way. Accel and the stream must outlive the queue.
  virtual Status open_program_queue(void* stream, std::unique_ptr<ProgramQueue>* out) = 0;

  // Returns true if the application's streams may wait for this process: mapping a peer's memory that replaced memory which the
  // peer has freed may then fail (Imports::import_memory, Code::kTransport) until no stream waits.
  [[nodiscard]] virtual bool imports_may_fail() const noexcept = 0;
  // Performs the calls that were deferred while streams waited, unless a stream still waits. Returns the first failure.
  virtual Status catch_up() = 0;
  // Returns the count of the application's streams that wait for this process.
  [[nodiscard]] virtual Holds& holds() noexcept = 0;

  // Checks that streams of the device make progress while others wait. Returns Code::kUnsupported, with the remedy, if MPS
  // serves the device and this process has too few hardware queues.
  virtual Status check_hardware_queues(int device) = 0;
  // Finds the place of this process's kernels on the device.
  virtual Status find_kernel_place(int device, KernelPlace* out) = 0;
};

}  // namespace penstock::accel
