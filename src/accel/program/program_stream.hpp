// A program stream is a stream of the application in whose order the library works: the stream reports its progress to the CPU,
// and waits for the CPU, by two words in pinned memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.hpp"

namespace penstock::accel {

class CapturedStream;

// Numbers count up and wrap around. Returns true if `reached` is not behind `number`.
[[nodiscard]] constexpr bool has_reached(std::uint32_t reached, std::uint32_t number) noexcept {
  return static_cast<std::int32_t>(reached - number) >= 0;
}

// The object may be destroyed while the stream still has work from it, and the application may destroy its stream first. tell()
// and hold() enqueue work on the stream: one thread at a time calls them, and they wait only for room in the driver's queue,
// which may depend on calls of the other members by another thread. The other members follow the rules of Accel's.
class ProgramStream {
 public:
  ProgramStream() = default;
  ProgramStream(const ProgramStream&) = delete;
  ProgramStream& operator=(const ProgramStream&) = delete;
  virtual ~ProgramStream() = default;

  [[nodiscard]] virtual int device() const noexcept = 0;
  // Returns the unique number of the capture into a graph in which the stream is now; 0: none. Returns kUnsupported if another
  // call has invalidated the capture.
  virtual Status find_capture(std::uint64_t* id) = 0;
  // May be called while the stream is captured.
  virtual Status open_capture(std::unique_ptr<CapturedStream>* out) = 0;
  // Enqueues a write: told() reaches `*number` when all present work of the stream is done.
  virtual Status tell(std::uint32_t* number) = 0;
  // Telling is for a kernel that the caller enqueues next on the stream and that writes the number to the word, which the
  // device can access, in place of tell(). If no such kernel is enqueued after all, a tell() has to follow.
  struct Telling {
    std::uint64_t word = 0;
    std::uint32_t number = 0;
  };
  [[nodiscard]] virtual Telling next_tell() noexcept = 0;
  // Returns the number of a future hold. Holds have a count of their own. From now on the stream counts as waiting, until
  // release() reaches the last of these numbers: driver calls that would wait for the stream are deferred.
  [[nodiscard]] virtual std::uint32_t next_hold() noexcept = 0;
  // Work that is enqueued on the stream from now on starts when release() has reached the number.
  virtual Status hold(std::uint32_t number) = 0;

  [[nodiscard]] virtual std::uint32_t told() const noexcept = 0;
  virtual void release(std::uint32_t number) noexcept = 0;
};

}  // namespace penstock::accel
