// What a call by one kernel on each GPU needs of its way, before and when the kernel is launched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "coll/device/choice.hpp"
#include "coll/device/coscheduled_kernel.hpp"

namespace penstock::coll {

// One call's, on this rank.
class CoscheduledPath {
 public:
  // Of a row for which is_coscheduled().
  CoscheduledPath(const Row& row, const Query& query, const Team& team) noexcept : row_(row), query_(query), team_(team) {}
  // The number of the call, which all members count alike. Not `ready`: this rank has to go another way this time.
  Status prepare(std::uint64_t* number, bool* ready);
  // The call does not go this way after all.
  void drop() noexcept { only_.give_back(); }
  // Fails the schedule where the call of a member is another one, which is named: descriptors have `number` and `bytes`.
  template <typename Descriptor>
  void check(Schedule& schedule, const Descriptor& mine, std::span<const Descriptor> descriptors) const {
    const auto same = [&](const Descriptor& descriptor) {
      return descriptor.bytes == mine.bytes && descriptor.number == mine.number;
    };
    const auto other = std::ranges::find_if_not(descriptors, same);
    if (other == descriptors.end()) return;
    const auto member = other - descriptors.begin();
    schedule.fail(Status::error(Code::kTransport,
                                "{}: rank {} of the communicator has {} bytes in its call number {}, this one {} in number "
                                "{}; all ranks make the same calls with the same counts and types",
                                collective_name(query_.collective), member, other->bytes, other->number, mine.bytes,
                                mine.number));
  }
  // All members are here, and ready: lists the kernel, launched, before `end`; kNoStep: in a turn in the shared buffer of its
  // own.
  void launch(Schedule& schedule, const Arguments& arguments, std::uint64_t number, Step end);

 private:
  [[nodiscard]] Abort& abort() const noexcept;
  void explain(Schedule& schedule) const;
  void begin(CoscheduledKernel& kernel, Schedule& schedule, const Arguments& arguments, std::uint64_t number) const;

  Row row_;
  CoscheduledTurn only_;
  Query query_;
  Team team_;
};

}  // namespace penstock::coll
