// Calling a reduction's function.
#pragma once

#include "coll/team.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// inout = in op inout. The program's function may call MPI, or wait for a thread that does: it runs with the engine's lock
// released.
inline void apply(proto::Engine& engine, const Reduction& reduction, const void* in, void* inout, std::uint64_t count) {
  if (!reduction.user) return reduction.apply(in, inout, count);
  const proto::Unlocked unlocked(engine.lock());
  reduction.apply(in, inout, count);
}

}  // namespace penstock::coll
