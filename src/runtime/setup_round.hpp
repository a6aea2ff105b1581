// One round in which the members of a team find out together what they share, while each does something else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/status.hpp"
#include "coll/schedule/schedule.hpp"
#include "runtime/team_resources.hpp"

namespace penstock::runtime {

class SetupRound;

// What came of a negotiator's work.
enum class Shared : std::uint8_t {
  kYes,     // all members use the resource from now on: the next negotiator's turn
  kNotYet,  // another round could find out more
  kNever,   // none could
};

// One resource that the members of a team may come to share. Members decide by what all of them have said, so all decide alike.
class Negotiator {
 public:
  Negotiator() = default;
  Negotiator(const Negotiator&) = delete;
  Negotiator& operator=(const Negotiator&) = delete;
  virtual ~Negotiator() = default;
  // Whether there is something to find out; asked when its turn comes, and the same on all members.
  [[nodiscard]] virtual bool is_due() const = 0;
  // Begins, and goes on each time that what it said last has been said by all: says the next thing (SetupRound::all_say) and
  // returns nothing, or ends.
  virtual std::optional<Shared> go_on(SetupRound& round) = 0;
};

// The negotiators of a team's resources (negotiators.hpp), one after another.
class SetupRound {
 public:
  // In front of the collective of that `number`; the `count`-th of the team. All members say the same.
  SetupRound(TeamResources& team, std::uint32_t count, std::vector<std::unique_ptr<Negotiator>> negotiators);
  SetupRound(const SetupRound&) = delete;
  SetupRound& operator=(const SetupRound&) = delete;
  ~SetupRound();

  // Begins, then goes on; true once it is over. `waits` as Schedule::start().
  bool advance(bool waits);

  // Once it is over. A failure of a message, which not all members need to see: the team goes on as before.
  [[nodiscard]] Status& status() noexcept { return status_; }
  // Whether another one could find out more; the same on all members, unless a message failed.
  [[nodiscard]] bool left_open() const noexcept { return left_open_; }

  // runtime::all_say() without waiting, for the negotiator whose turn it is, once in each go_on(). Both stay where they are
  // until the next go_on().
  template <typename T>
  void all_say(const T& mine, std::vector<T>* all) {
    static_assert(std::is_trivially_copyable_v<T>);
    all->resize(static_cast<std::size_t>(team_.size()));
    gather(&mine, all->data(), sizeof(T));
  }
  // Members run these steps together in place of that.
  void run(void (*build)(coll::Schedule& schedule));

 private:
  void gather(const void* mine, void* all, std::uint64_t bytes);
  void begin(const coll::Team& team);
  bool turn();

  TeamResources& team_;
  std::unique_ptr<coll::Schedule> schedule_;
  std::uint32_t sequence_;  // of the next exchange
  std::vector<std::unique_ptr<Negotiator>> negotiators_;
  std::size_t current_ = 0;
  bool waits_ = false;
  bool begun_ = false;
  bool over_ = false;
  bool left_open_ = false;
  Status status_;
};

}  // namespace penstock::runtime
