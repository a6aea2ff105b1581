// The shared file pointer: words in memory of member 0 that all members change by atomic operations, also from other hosts.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "runtime/team_memory.hpp"

namespace penstock::transport {
struct Region;  // one_sided.hpp
}  // namespace penstock::transport

namespace penstock::core {

// The caller holds the engine's lock; functions that wait release it meanwhile.
class SharedPointer {
 public:
  // `comm` must outlive this object.
  explicit SharedPointer(Comm& comm);
  SharedPointer(const SharedPointer&) = delete;
  SharedPointer& operator=(const SharedPointer&) = delete;
  ~SharedPointer();

  // Collective; called once. All members fail or none does: `mine` is the status of this rank's steps so far. The pointer
  // starts with the `begin` of member 0.
  Status open(runtime::Carrier& carrier, Status&& mine, std::uint64_t begin);
  // Collective. All members must synchronize between detach() and close(): every member detaches from the words of member 0
  // before member 0 deregisters them.
  void detach() noexcept;
  void close() noexcept;

  // Advances the pointer by `etypes` (fetch-and-add); *old gets its former value.
  Status advance(std::uint64_t etypes, std::uint64_t* old);
  Status get(std::uint64_t* out) { return advance(0, out); }
  // Only member 0 calls this, while no other member moves the pointer.
  Status set(std::uint64_t etypes);
  // Resets the pointer to 0, within a collective call in which all members have synchronized and none uses the pointer any
  // more. The pointer moves to the other word, which is 0 already. Member 0 clears the old word, which the next such call uses,
  // so the members need not synchronize again.
  Status begin_anew();

 private:
  static constexpr std::uint64_t kWordBytes = 64;  // each of the two words has its own cache line

  Status operate(std::uint64_t word, std::uint64_t addend, std::uint64_t* old);
  Status store(std::uint64_t word, std::uint64_t value);
  void serve();

  Comm& comm_;
  runtime::TeamMemory memory_;
  const transport::Region* region_ = nullptr;
  std::uint64_t word_ = 0;  // index of the word in use
  bool serves_ = false;
};

}  // namespace penstock::core
