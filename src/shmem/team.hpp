// A Team of PEs has what its members share, and runs their collectives.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "runtime/team_carrier.hpp"
#include "runtime/team_resources.hpp"
#include "shmem/team_operations.hpp"
#include "shmem/view.hpp"

namespace penstock::shmem {

// A team has three identities: for its own collectives, and for those that the CPU does for streams and in graphs, since each
// kind has an order of its own.
struct TeamIds {
  runtime::TeamId own;
  runtime::TeamId streams;
  runtime::TeamId graphs;
};

// The thread that holds the engine's lock uses it.
class Team {
 public:
  // `world` has the numbers of its members among all PEs, this PE's at `rank`. The program asked for `contexts` contexts.
  // `stream_slot` is its place among the words by which its members meet on streams; -1: none.
  Team(runtime::Job& job, const TeamIds& ids, int rank, std::vector<int> world, int contexts, int stream_slot)
      : ids_(ids),
        world_(std::move(world)),
        resources_(job, ids.own, rank, world_),
        setup_(resources_),
        carrier_(setup_),
        contexts_(contexts),
        stream_slot_(stream_slot) {}

  [[nodiscard]] runtime::Job& job() const noexcept { return resources_.job(); }
  [[nodiscard]] int rank() const noexcept { return resources_.rank(); }
  [[nodiscard]] int size() const noexcept { return resources_.size(); }
  [[nodiscard]] std::span<const int> world() const noexcept { return world_; }
  [[nodiscard]] int contexts() const noexcept { return contexts_; }
  [[nodiscard]] int stream_slot() const noexcept { return stream_slot_; }
  [[nodiscard]] runtime::TeamResources& resources() noexcept { return resources_; }
  // Collectives that the CPU does for streams, in the order of the calls, or for graphs (`again`), in that of the replays, have
  // resources of their own, without set-ups.
  [[nodiscard]] runtime::TeamResources& stream_resources(bool again);
  // Returns the number in the team of a PE; -1: it is no member.
  [[nodiscard]] int number_of(int pe) const noexcept;

  // All members reach each other's heaps by loads and stores, as the view of each says, which outlives the team.
  void reach_by(const View* view) noexcept { view_ = view; }
  // Tells if each member has those bytes of the symmetric heap or of static data at place() of the others. All members agree on
  // an address that is symmetric.
  [[nodiscard]] bool reaches(const void* address, std::uint64_t bytes) const noexcept {
    return view_ != nullptr && view_->place(address, bytes, view_->me) != nullptr;
  }
  [[nodiscard]] std::byte* place(const void* address, int member) const noexcept {
    return view_->place(address, 1, world_[static_cast<std::size_t>(member)]);
  }

  // These are collective over the team, and return once this member's part is over.
  Status barrier();
  Status run(runtime::Builder builder, coll::Arguments& arguments) { return runtime::run_next(setup_, builder, arguments); }
  // The members agree over it (runtime/consensus.hpp).
  [[nodiscard]] runtime::Carrier& carrier() noexcept { return carrier_; }

 private:
  TeamIds ids_;
  std::vector<int> world_;
  runtime::TeamResources resources_;
  runtime::TeamSetup setup_;
  runtime::TeamCarrier carrier_;
  int contexts_;
  int stream_slot_;
  const View* view_ = nullptr;                                         // null: not all members reach each other
  std::array<std::unique_ptr<runtime::TeamResources>, 2> on_streams_;  // made when they are first asked for
};

// Returns the layout of one byte.
[[nodiscard]] const proto::Layout& byte_layout();

// A DescribedCollective lists the messages of one call, of a kind that needs no exchange of lengths, without strides.
struct DescribedCollective {
  runtime::Builder builder = nullptr;
  coll::Arguments arguments;
  bool moves_nothing = false;  // on any member
  bool copies_root = false;    // the root copies its data, the arguments' `recv`, to `root_dest`, too
  proto::Buffer root_dest;
};
// Code::kRank: the root is no member. Code::kOp: there is no such operation. Code::kUnsupported: of another kind.
[[nodiscard]] Status describe_collective(const Team& team, const CollectiveCall& call, DescribedCollective* out);

// Runs one call over the team. Code::kRank: the root is no member. Code::kArg: a stride below 1.
[[nodiscard]] Status run_collective(Team& team, const CollectiveCall& call);

}  // namespace penstock::shmem
