// What a collective sees of a communicator and of an operation: ranks, a context, a function. No MPI handle.
#pragma once

#include <cstdint>
#include <span>

#include "proto/engine/engine.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::coll {

struct Team {
  int rank = 0;
  int size = 1;
  std::span<const int> world;  // world rank of each member; outlives every schedule of the team
  proto::Context context = 0;  // of the team's collective traffic alone
};

// inout[i] = in[i] op inout[i] for `count` elements on host memory, one element extent apart. `state` is Reduction's.
using ReduceFn = void (*)(void* state, const void* in, void* inout, std::uint64_t count);

struct Reduction {
  ReduceFn function = nullptr;
  void* state = nullptr;
  bool commutative = true;
};

// One call's arguments, as every builder takes them; which members count is said at each collective.
struct Arguments {
  proto::Buffer send;
  proto::Buffer recv;
  Reduction reduction;
  int root = 0;
  bool in_place = false;  // `send` is not significant: this rank's part lies in `recv`
};

}  // namespace penstock::coll
