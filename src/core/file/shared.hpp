// The shared file pointer: words of member 0 that all members reach, across hosts too.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "runtime/team_memory.hpp"

namespace penstock::transport {
struct Region;  // one_sided.hpp
}  // namespace penstock::transport

namespace penstock::core {

// With the engine's lock held, which waits release.
class SharedPointer {
 public:
  // `comm` outlives it.
  explicit SharedPointer(Comm& comm);
  SharedPointer(const SharedPointer&) = delete;
  SharedPointer& operator=(const SharedPointer&) = delete;
  ~SharedPointer();

  // Collective, once: all fail or none does. `mine`: how this rank has fared so far. `begin`: where it begins, by member 0.
  Status open(runtime::Carrier& carrier, Status&& mine, std::uint64_t begin);
  // Collective, with a meeting of all between the two: the others let go of member 0's words before they go.
  void detach() noexcept;
  void close() noexcept;

  // Moves the pointer on by so many etypes; *old gets where it was.
  Status advance(std::uint64_t etypes, std::uint64_t* old);
  Status get(std::uint64_t* out) { return advance(0, out); }
  // Only member 0 calls this, while no other member moves the pointer.
  Status set(std::uint64_t etypes);
  // Within a call in which all members have met and none uses the pointer any more: it begins at 0. The old word is used again
  // one such call later, so no further meeting is needed.
  Status begin_anew();

 private:
  static constexpr std::uint64_t kWordBytes = 64;  // a line of its own for each of the two

  Status operate(std::uint64_t word, std::uint64_t addend, std::uint64_t* old);
  Status store(std::uint64_t word, std::uint64_t value);
  void serve();

  Comm& comm_;
  runtime::TeamMemory memory_;
  const transport::Region* region_ = nullptr;
  std::uint64_t word_ = 0;  // the one in use
  bool serves_ = false;
};

}  // namespace penstock::core
