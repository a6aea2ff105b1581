// What a call by one kernel on each GPU needs of its way, before and when the kernel is launched.
#pragma once

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
  // All members are here, and ready: lists the kernel, launched. `turn`: in a turn on the board of its own.
  Step launch(Schedule& schedule, const Arguments& arguments, std::uint64_t number, bool turn);

 private:
  [[nodiscard]] Abort& abort() const noexcept;
  void explain(Schedule& schedule) const;
  void begin(JointKernel& kernel, Schedule& schedule, const Arguments& arguments, std::uint64_t number) const;

  Row row_;
  JointTurn only_;
  Query query_;
  Team team_;
};

// Cards with `number` and `bytes`: a failure names a member whose call is another one.
template <typename Card>
Status same_call(const Query& query, const Card& mine, std::span<const Card> cards) {
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].bytes == mine.bytes && cards[i].number == mine.number) continue;
    return Status::error(Code::kTransport,
                         "{}: rank {} of the communicator has {} bytes in its call number {}, this one {} in number {}; all "
                         "ranks make the same calls with the same counts and types",
                         collective_name(query.collective), i, cards[i].bytes, cards[i].number, mine.bytes, mine.number);
  }
  return Status::ok();
}

}  // namespace penstock::coll
