// The state of the stand-in in a process.
#pragma once

#include "capture.hpp"
#include "context.hpp"
#include "device.hpp"
#include "entry.hpp"
#include "graph.hpp"
#include "ipc.hpp"
#include "memory.hpp"
#include "module.hpp"
#include "stream.hpp"
#include "vmm.hpp"

namespace penstock::fakecuda {

struct Driver {
  Devices devices;
  Board board;
  Captures captures;
  Graphs graphs;
  Contexts contexts{devices, board};
  Memory memory{devices};
  Vmm vmm{devices, memory};
  Imports imports;
  Modules modules;
};

// Returns the state, which cuInit makes and which is never destroyed: the threads of streams outlive static destruction. It may
// be called in Phase::kLive only.
[[nodiscard]] Driver& driver() noexcept;

}  // namespace penstock::fakecuda
