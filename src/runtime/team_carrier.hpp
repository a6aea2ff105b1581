// The members of a team agree by this carrier: in their shared memory where they have some, else by messages.
#pragma once

#include "runtime/consensus.hpp"
#include "runtime/team_setup.hpp"

namespace penstock::runtime {

// Runs the next collective of the team, over everyone() if it has two groups: lists it behind the set-up that is due, and
// waits.
Status run_next(TeamSetup& setup, Builder builder, coll::Arguments& arguments);

// The set-up outlives it. Callers hold the engine's lock, and call in the same order on all members.
class TeamCarrier : public Carrier {
 public:
  explicit TeamCarrier(TeamSetup& setup) noexcept;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  Status gather(const void* mine, void* all, std::size_t bytes) override;
  Status hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) override;

 private:
  TeamSetup& setup_;
  int rank_;  // among everyone()
  int size_;
};

}  // namespace penstock::runtime
