// A stream of the program's, in whose order the library works: the stream tells the CPU how far it is, and waits for the CPU,
// by two words in pinned memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.hpp"

namespace penstock::accel {

class Accel;
class CapturedStream;

// Where kernels of a process run: those of several processes run at the same time on different GPUs, or where MPS serves
// theirs.
struct KernelPlace {
  std::array<std::byte, 16> gpu{};  // GpuUuid
  bool mps = false;
};

// Numbers count up and wrap around: `reached` is not behind `number`.
[[nodiscard]] constexpr bool has_reached(std::uint32_t reached, std::uint32_t number) noexcept {
  return static_cast<std::int32_t>(reached - number) >= 0;
}

// The object may go while the stream still works on what it was given; the program's stream may go first. tell() and hold()
// give the stream work: they are called by one thread at a time, and wait for nothing but room in the driver's queue, which
// another thread's calls of the other verbs may be what makes. Those are called as verbs of Accel are.
class ProgramStream {
 public:
  ProgramStream() = default;
  ProgramStream(const ProgramStream&) = delete;
  ProgramStream& operator=(const ProgramStream&) = delete;
  virtual ~ProgramStream() = default;

  [[nodiscard]] virtual int device() const noexcept = 0;
  // The number of the capture into a graph in which the stream is now, of which no two are alike; 0: none. kUnsupported if
  // another call has spoilt it.
  virtual Status find_capture(std::uint64_t* id) = 0;
  // While it is captured.
  virtual Status open_capture(std::unique_ptr<CapturedStream>* out) = 0;
  // Behind all that the stream has now, told() reaches `*number`.
  virtual Status tell(std::uint32_t* number) = 0;
  // The same by a kernel that the caller gives the stream next, and that writes the number to the word, which the device
  // reaches. Where there is none after all, a tell() has to follow.
  struct Telling {
    std::uint64_t word = 0;
    std::uint32_t number = 0;
  };
  [[nodiscard]] virtual Telling next_tell() noexcept = 0;
  // The number of a hold to come, which counts by itself. From now on the stream counts as waiting, until release() reaches the
  // last of these numbers: what would wait for it is put off.
  [[nodiscard]] virtual std::uint32_t next_hold() noexcept = 0;
  // What the stream is given from now on begins when release() has reached the number.
  virtual Status hold(std::uint32_t number) = 0;

  [[nodiscard]] virtual std::uint32_t told() const noexcept = 0;
  virtual void release(std::uint32_t number) noexcept = 0;
};

// A GPU as the runtime sees it whose streams can be adopted.
class StreamAdopter {
 public:
  virtual Status adopt_stream(void* stream, std::unique_ptr<ProgramStream>* out) = 0;
  // Whether it ever did.
  [[nodiscard]] virtual bool has_adopted() const noexcept = 0;
  virtual Status catch_up() = 0;
  virtual Status check_hardware_queues(int device) = 0;
  virtual Status find_kernel_place(int device, KernelPlace* out) = 0;

 protected:
  ~StreamAdopter() = default;
};

// The program's stream of that handle: a CUstream, or one of the default streams, of the calling thread's context.
// Code::kUnsupported where there is no CUDA, or the device cannot do what is needed.
Status adopt_stream(Accel& accel, void* stream, std::unique_ptr<ProgramStream>* out);

// Whether streams of the program's may wait for this process: memory of a peer that takes the place of what it has freed may
// then be refused (Accel::import_memory, Code::kTransport) until no stream waits.
[[nodiscard]] bool imports_may_fail(Accel& accel) noexcept;
// Whether streams of the device get on while others wait: Code::kUnsupported, with the remedy, where MPS serves it and this
// process has too few hardware queues.
Status check_hardware_queues(Accel& accel, int device);
// Of kernels of this process on the device.
Status find_kernel_place(Accel& accel, int device, KernelPlace* out);
// Does what was put off while streams waited, unless one still does. The first failure.
Status catch_up(Accel& accel);

}  // namespace penstock::accel
