// A team of PEs: what its members share, and how a collective of theirs is run.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "runtime/team_resources.hpp"
#include "runtime/team_setup.hpp"
#include "shmem/team_operations.hpp"

namespace penstock::shmem {

// Used by whoever holds the engine's lock.
class Team {
 public:
  // `world`: numbers of its members among all PEs, this PE's at `rank`. `contexts`: asked for by the program.
  // `stream_slot`: its place among the words by which its members meet on streams; -1 for none.
  Team(runtime::Job& job, runtime::TeamId id, int rank, std::vector<int> world, int contexts, int stream_slot)
      : world_(std::move(world)), resources_(job, id, rank, world_), contexts_(contexts), stream_slot_(stream_slot) {}

  [[nodiscard]] int rank() const noexcept { return resources_.rank(); }
  [[nodiscard]] int size() const noexcept { return resources_.size(); }
  [[nodiscard]] std::span<const int> world() const noexcept { return world_; }
  [[nodiscard]] int contexts() const noexcept { return contexts_; }
  [[nodiscard]] int stream_slot() const noexcept { return stream_slot_; }
  [[nodiscard]] runtime::TeamResources& resources() noexcept { return resources_; }
  // The number in the team of a PE, -1 for none.
  [[nodiscard]] int number_of(int pe) const noexcept;

  // Collective over the team; they return once this member's part is over.
  Status barrier();
  Status run(runtime::Builder builder, coll::Arguments& arguments);
  // `bytes` of each member, in `theirs` one after another.
  Status exchange(const void* mine, void* theirs, std::uint64_t bytes);

 private:
  std::vector<int> world_;
  runtime::TeamResources resources_;
  int contexts_;
  int stream_slot_;
};

// The layout of one byte.
[[nodiscard]] const proto::Layout& byte_layout();

// Runs one call over the team. Code::kRank: the root is no member. Code::kArg: a stride below 1.
[[nodiscard]] Status run_collective(Team& team, const CollectiveCall& call);

}  // namespace penstock::shmem
