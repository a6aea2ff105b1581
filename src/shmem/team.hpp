// A team of PEs: what its members share, and how a collective of theirs is run.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "runtime/team_resources.hpp"
#include "runtime/team_setup.hpp"
#include "shmem/team_operations.hpp"
#include "shmem/view.hpp"

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

  // All members reach each other's heaps by loads and stores, as the view of each says, which outlives the team.
  void reach_by(const View* view) noexcept { view_ = view; }
  // Whether each has those bytes of the symmetric heap or of static data at place() of the others; the same on all members for
  // what is symmetric.
  [[nodiscard]] bool reaches(const void* address, std::uint64_t bytes) const noexcept {
    return view_ != nullptr && view_->place(address, bytes, view_->me) != nullptr;
  }
  [[nodiscard]] std::byte* place(const void* address, int member) const noexcept {
    return view_->place(address, 1, world_[static_cast<std::size_t>(member)]);
  }

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
  const View* view_ = nullptr;  // null: not all members reach each other
};

// The layout of one byte.
[[nodiscard]] const proto::Layout& byte_layout();

// Runs one call over the team. Code::kRank: the root is no member. Code::kArg: a stride below 1.
[[nodiscard]] Status run_collective(Team& team, const CollectiveCall& call);

}  // namespace penstock::shmem
