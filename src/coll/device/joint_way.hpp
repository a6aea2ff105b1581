// What a call by one kernel on each GPU needs of its way, before and when the kernel is launched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "coll/device/choice.hpp"
#include "coll/device/joint_kernel.hpp"

namespace penstock::coll {

// One call's, on this rank.
class JointWay {
 public:
  // Of a row for which is_joint().
  JointWay(const Row& row, const Query& query, const Team& team) noexcept : row_(row), query_(query), team_(team) {}
  // The number of the call, which all members count alike. Not `ready`: this rank has to go another way this time.
  Status prepare(std::uint64_t* number, bool* ready);
  // The call does not go this way after all.
  void drop() noexcept { only_.give_back(); }
  // Fails the schedule where the call of a member is another one, which is named: cards have `number` and `bytes`.
  template <typename Card>
  void check(Schedule& schedule, const Card& mine, std::span<const Card> cards) const {
    const auto same = [&](const Card& card) { return card.bytes == mine.bytes && card.number == mine.number; };
    const auto other = std::ranges::find_if_not(cards, same);
    if (other == cards.end()) return;
    const auto member = other - cards.begin();
    schedule.fail(Status::error(Code::kTransport,
                                "{}: rank {} of the communicator has {} bytes in its call number {}, this one {} in number "
                                "{}; all ranks make the same calls with the same counts and types",
                                collective_name(query_.collective), member, other->bytes, other->number, mine.bytes,
                                mine.number));
  }
  // All members are here, and ready: lists the kernel, launched, before `end`; kNoStep: in a turn on the board of its own.
  void launch(Schedule& schedule, const Arguments& arguments, std::uint64_t number, Step end);

 private:
  [[nodiscard]] Abort& abort() const noexcept;
  void explain(Schedule& schedule) const;
  void begin(JointKernel& kernel, Schedule& schedule, const Arguments& arguments, std::uint64_t number) const;

  Row row_;
  JointTurn only_;
  Query query_;
  Team team_;
};

}  // namespace penstock::coll
