// How the members of a team find out together what they share: by messages, while each does something else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/status.hpp"
#include "coll/schedule/schedule.hpp"
#include "runtime/team_resources.hpp"

namespace penstock::runtime {

class Negotiation;

// What came of a negotiator's work.
enum class Shared : std::uint8_t {
  kYes,     // all members use the resource from now on: the next negotiator's turn
  kNotYet,  // another negotiation could find out more
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
  // Begins, and goes on each time that what it said last has been said by all: says the next thing (Negotiation::agree) and
  // returns nothing, or ends.
  virtual std::optional<Shared> go_on(Negotiation& negotiation) = 0;
};

// One negotiation: the negotiators of a team's resources (negotiators.hpp), one after another.
class Negotiation {
 public:
  // In front of the collective of that `number`; the `count`-th of the team. All members say the same.
  Negotiation(TeamResources& team, std::uint32_t count, std::vector<std::unique_ptr<Negotiator>> negotiators);
  Negotiation(const Negotiation&) = delete;
  Negotiation& operator=(const Negotiation&) = delete;
  ~Negotiation();

  // Begins, then goes on; true once it is over. `waits` as Schedule::start().
  bool advance(bool waits);

  // Once it is over. A failure of a message, which not all members need to see: the team goes on as before.
  [[nodiscard]] Status& status() noexcept { return status_; }
  // Whether another one could find out more; the same on all members, unless a message failed.
  [[nodiscard]] bool left_open() const noexcept { return left_open_; }

  // For the negotiator whose turn it is, once in each go_on(). All members tell each other `mine`: (*all)[i] is what member i
  // said. Both stay where they are until the next go_on().
  template <typename T>
  void agree(const T& mine, std::vector<T>* all) {
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
