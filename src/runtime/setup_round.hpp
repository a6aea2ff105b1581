// In a SetupRound the members of a team find out together what they share, while each goes on with other work.
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

// A negotiator's work ends in one of these ways.
enum class Shared : std::uint8_t {
  kYes,     // all members use the resource from now on, and the next negotiator begins
  kNotYet,  // another round could find out more
  kNever,   // none could
};

// A negotiator finds out whether the members of a team share one resource. Members decide by the words of all of them and by
// nothing else, so all decide alike.
class Negotiator {
 public:
  Negotiator() = default;
  Negotiator(const Negotiator&) = delete;
  Negotiator& operator=(const Negotiator&) = delete;
  virtual ~Negotiator() = default;
  // Tells if there is something to find out. It is asked when its turn comes, and all members answer alike.
  [[nodiscard]] virtual bool is_due() const = 0;
  // Begins, and goes on whenever the last exchange is over: it begins the next one (SetupRound::all_say) and returns nothing,
  // or ends.
  virtual std::optional<Shared> go_on(SetupRound& round) = 0;
};

// A round runs the negotiators of a team's resources (negotiators.hpp) one after another.
class SetupRound {
 public:
  // It is the `count`-th round of the team. All members pass the same arguments.
  SetupRound(TeamResources& team, std::uint32_t count, std::vector<std::unique_ptr<Negotiator>> negotiators);
  SetupRound(const SetupRound&) = delete;
  SetupRound& operator=(const SetupRound&) = delete;
  ~SetupRound();

  // Begins, then goes on; true once it is over. `waits` as Schedule::start().
  bool advance(bool waits);

  // Once the round is over this is a failure of a message, which some members may not see: the team goes on as before.
  [[nodiscard]] Status& status() noexcept { return status_; }
  // Tells if another round could find out more; all members agree on that, unless a message failed.
  [[nodiscard]] bool left_open() const noexcept { return left_open_; }

  // This is runtime::all_say() without waiting, for the negotiator whose turn it is, once in each go_on(). `mine` and `all`
  // stay where they are until the next go_on().
  template <typename T>
  void all_say(const T& mine, std::vector<T>* all) {
    static_assert(std::is_trivially_copyable_v<T>);
    all->resize(static_cast<std::size_t>(team_.size()));
    gather(&mine, all->data(), sizeof(T));
  }
  // Members run these steps together instead of an exchange.
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
