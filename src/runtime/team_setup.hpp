// A TeamSetup decides when the members of a team find out what they share, and puts off the collectives that wait for it.
#pragma once

#include <cstdint>
#include <list>
#include <memory>

#include "base/status.hpp"
#include "coll/kept_arguments.hpp"
#include "coll/schedule/schedule.hpp"
#include "proto/engine/engine.hpp"
#include "runtime/negotiators.hpp"
#include "runtime/team_resources.hpp"

namespace penstock::runtime {

class SetupRound;  // setup_round.hpp

// Lists the steps of a collective (coll/select/select.hpp).
using Builder = void (*)(coll::Schedule& schedule, const coll::Arguments& arguments);

// The members of a team negotiate in front of certain collectives. These follow from the numbers of the collectives and from
// what the members found out before, so they are the same on all members. A call begins the round and goes on. Collectives that
// are called before the round is over are put off, because their steps depend on its outcome and all members must list the same
// steps. The thread that makes progress lists and starts them in the order of the calls, each behind the rounds that are due in
// front of it. A blocking call waits for its schedule, as every other does.
//
// The calls that are put off keep the team and end after the round, so nobody waits for the round when the team or the process
// ends.
class TeamSetup final : public proto::Progressor {
 public:
  // The first round is in front of this collective: a team that is used once or twice does without.
  static constexpr std::uint64_t kFirst = 2;

  // The team outlives it, and has set-ups from now on, if it can have any.
  explicit TeamSetup(TeamResources& team) noexcept;
  TeamSetup(const TeamSetup&) = delete;
  TeamSetup& operator=(const TeamSetup&) = delete;
  ~TeamSetup() override;

  [[nodiscard]] TeamResources& team() const noexcept { return team_; }

  // The caller asks for the team's next collective if TeamResources::sets_up(). False: all is found out, and `*failure` is the
  // collective's if the round failed. True: the collective takes its number, and put_off() follows. `waits` is as in
  // Schedule::start().
  [[nodiscard]] bool delays_next(bool waits, Status* failure);
  // Precedes a persistent collective: blocks until the members have found out what they can by now, and the calls that were put
  // off have been started.
  [[nodiscard]] Status finish_now();
  // `schedule` is empty and lives until it is done, as does all that `arguments` points to but its lists. If `begins` is false,
  // the caller begins it once it is put off no more.
  void put_off(coll::Schedule& schedule, Builder builder, const coll::Arguments& arguments, bool begins = true);
  [[nodiscard]] bool puts_off(const coll::Schedule& schedule) const noexcept;

  bool advance() override;

 private:
  struct Call {
    std::uint64_t number;
    DeviceUse device;
    coll::Schedule* schedule;
    Builder builder;
    coll::KeptArguments arguments;
    bool begins;
  };

  void open(std::uint64_t number, DeviceUse device);
  void close();
  void start_first();

  TeamResources& team_;
  std::uint32_t count_ = 0;            // of rounds
  std::unique_ptr<SetupRound> round_;  // null: none is under way
  std::list<Call> calls_;              // that are put off
  bool pending_ = false;               // this makes progress
  std::uint64_t next_ = 0;             // collective that the next round is in front of
  Status failure_;                     // of a round, for the next call
};

}  // namespace penstock::runtime
