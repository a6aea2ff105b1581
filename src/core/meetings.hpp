// When members of a communicator meet, and the collectives that wait for it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "base/status.hpp"
#include "coll/kept_arguments.hpp"
#include "coll/schedule/schedule.hpp"
#include "core/meeting.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// Lists the steps of a collective (coll/select/select.hpp).
using Builder = void (*)(coll::Schedule& schedule, const coll::Arguments& arguments);

// Of one communicator. Members meet in front of certain collectives, by their numbers and by what they found out before, so at
// the same ones on all of them; a call begins the meeting and goes on. Collectives that are called before a meeting is over are
// put off: their steps depend on its outcome, and all members must list the same. Whoever makes progress then lists and starts
// them in the order of the calls, each behind the meetings that are due in front of it. A call that waits does so for its
// schedule, like every other.
//
// The calls that are put off keep the communicator, and end after the meeting does: it needs nobody to wait for it when the
// communicator or the process ends.
class Meetings final : public proto::Progressor {
 public:
  // The collective that the first one is in front of: a communicator that is used once or twice does without.
  static constexpr std::uint64_t kFirst = 2;

  explicit Meetings(Comm& comm) noexcept : comm_(comm) {}
  Meetings(const Meetings&) = delete;
  Meetings& operator=(const Meetings&) = delete;
  ~Meetings() override = default;

  // Of the communicator's next collective, where Comm::meets(): false if the members have met; `*failure` is then the
  // collective's if the meeting failed. True: the collective takes its number, and put_off() follows. `waits` as
  // Schedule::start().
  [[nodiscard]] bool delays_next(bool waits, Status* failure);
  // In front of a persistent collective that is made: blocks until the members have found out what they can by now, and calls
  // that were put off have been started.
  [[nodiscard]] Status meet_now();
  // `schedule` is empty and lives until it is done, as all that `arguments` points to but its lists.
  void put_off(coll::Schedule& schedule, Builder builder, const coll::Arguments& arguments);

  bool advance() override;

 private:
  struct Call {
    std::uint64_t number;
    Meeting::Device device;
    coll::Schedule* schedule;
    Builder builder;
    coll::KeptArguments arguments;
  };

  void open(std::uint64_t number, Meeting::Device device);
  void close();
  void start_first();

  Comm& comm_;
  std::uint32_t count_ = 0;           // of meetings
  std::unique_ptr<Meeting> meeting_;  // null: none is under way
  std::deque<Call> calls_;            // that are put off
  bool pending_ = false;              // this makes progress
  std::uint64_t next_ = 0;            // collective that the next meeting is in front of
  Status failure_;                    // of a meeting, for the next call
};

}  // namespace penstock::core
