// How the members of a team tell each other something: in their shared memory where they have some, else by messages.
#pragma once

#include "runtime/consensus.hpp"
#include "runtime/team_setup.hpp"

namespace penstock::runtime {

// The next collective of the team, of everyone() in two groups: lists it, behind what the members still find out, and waits.
Status run_next(TeamSetup& setup, Builder builder, coll::Arguments& arguments);

// The team outlives it. With the engine's lock held, in the same order on all members.
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
