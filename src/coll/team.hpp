// A collective's view of a communicator and of an operation: ranks, a context, a function. It has no MPI handle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/reduce/reduce.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::coll {

class ShmBuffer;      // shm/buffer.hpp
class DeviceTeam;     // device/device_team.hpp
class Nodes;          // nodes.hpp
class Preference;     // select/preference.hpp
struct Neighborhood;  // neighbor/neighborhood.hpp

// The resources that the members of one host share, as one rank sees them; every host has the same ones.
struct HostTeam {
  ShmBuffer* shm = nullptr;
  DeviceTeam* devices = nullptr;  // null: there are none yet
};

struct Team {
  int rank = 0;
  int size = 1;                // of the local group
  std::span<const int> world;  // world rank of each member; outlives every schedule of the team
  proto::Context context = 0;  // the context of the team's collective traffic alone
  ShmBuffer* shm = nullptr;    // the members' shared buffer, if they share a host; null: there is none
  int remote = 0;              // of an inter-communicator: size of the remote group, whose members follow in `world`
  // The nodes of the local group's members; null: all on one node, or not looked at. All members have the same.
  const Nodes* nodes = nullptr;
  // The algorithms that are tried before any row; null: none. All members have the same.
  const Preference* preferred = nullptr;
  // Null on all members or on none. With a shared buffer the members ask each other at each call if its data are on GPUs;
  // without, calls are persistent, and they ask when a request is made.
  DeviceTeam* devices = nullptr;
  // For members on several hosts, with `nodes`: the resources of this rank's host. Null on all members or on none.
  const HostTeam* host = nullptr;

  [[nodiscard]] bool is_inter() const noexcept { return remote != 0; }
  // Returns the number that Schedule's send and recv use for `member` of the remote group.
  [[nodiscard]] int remote_rank(int member) const noexcept { return size + member; }
  // The ranks that a part goes to or comes from are those of the team or, in an inter-communicator, of the remote group;
  // peer(i) is the number that Schedule uses for the i-th of them.
  [[nodiscard]] int peers() const noexcept { return is_inter() ? remote : size; }
  [[nodiscard]] int peer(int i) const noexcept { return is_inter() ? remote_rank(i) : i; }
  // Tells if the i-th peer is this rank itself.
  [[nodiscard]] bool is_self(int i) const noexcept { return !is_inter() && i == rank; }
};

// Roots of rooted collectives on inter-communicators, besides a rank of the remote group.
inline constexpr int kRootHere = -3;   // this rank is the root (MPI_ROOT)
inline constexpr int kRootGroup = -4;  // another rank of this group is the root (MPI_PROC_NULL): nothing to do

// Computes inout[i] = in[i] op inout[i] for `count` elements in host memory, one element extent apart. `state` is Reduction's.
using ReduceFn = void (*)(void* state, const void* in, void* inout, std::uint64_t count);

// A predefined operation has a kernel, which also takes three operands and folds several at once (base/reduce/reduce.hpp); any
// other operation has a function.
struct Reduction {
  ReduceFn function = nullptr;
  void* state = nullptr;
  bool commutative = true;
  bool user = false;  // the application's own function: called with the engine's lock released
  const base::ReduceKernel* kernel = nullptr;

  // Computes inout = in op inout. The application's function may call MPI, or wait for a thread that does: it runs
  // with the engine's lock released.
  void apply(proto::Engine& engine, const void* in, void* inout, std::uint64_t count) const {
    if (kernel != nullptr) return kernel->combine(inout, in, inout, count);
    if (!user) return function(state, in, inout, count);
    const proto::Unlocked unlocked(engine.lock());
    function(state, in, inout, count);
  }
};

// One call's arguments, as every builder takes them; collectives.hpp says which members each collective uses. The spans are
// read while the schedule is built; the buffers' memory and layouts are used until it is complete.
struct Arguments {
  proto::Buffer send;
  proto::Buffer recv;
  std::span<const proto::Buffer> sends;   // one part for each peer (of the remote group in an inter-communicator)
  std::span<const proto::Buffer> recvs;   // one part for each peer
  std::span<const std::uint64_t> counts;  // elements of each rank's part
  Reduction reduction;
  int root = 0;
  bool in_place = false;                    // `send` (`sends`) is not significant: this rank's part lies in `recv` (`recvs`)
  const Neighborhood* neighbors = nullptr;  // for neighbourhood collectives: the parts are those of its edges
  bool blocking = false;                    // on all ranks: the caller waits until its part is complete
};

// Tells if all parts of a rooted collective lie at this rank.
[[nodiscard]] inline bool at_root(const Team& team, const Arguments& arguments) noexcept {
  return team.is_inter() ? arguments.root == kRootHere : arguments.root == team.rank;
}

// Returns this rank's operand of a reduction whose operands and result are equally long.
[[nodiscard]] inline const proto::Buffer& own_operand(const Arguments& arguments) noexcept {
  return arguments.in_place ? arguments.recv : arguments.send;
}

// Returns `count` consecutive parts from the index-th on; `first` is the first of equal parts that lie one after another.
[[nodiscard]] inline proto::Buffer parts_at(const proto::Buffer& first, int index, int count = 1) noexcept {
  const std::int64_t distance = static_cast<std::int64_t>(first.count) * first.layout->extent();
  return {static_cast<std::byte*>(first.address) + index * distance, first.count * static_cast<std::uint64_t>(count),
          first.layout};
}

}  // namespace penstock::coll
