#include "core/window/explain.hpp"

#include <functional>
#include <string_view>

namespace penstock::core {
namespace {

std::string_view flavor_name(int flavor) noexcept {
  switch (flavor) {
    case MPI_WIN_FLAVOR_CREATE: return "MPI_Win_create";
    case MPI_WIN_FLAVOR_ALLOCATE: return "MPI_Win_allocate";
    case MPI_WIN_FLAVOR_SHARED: return "MPI_Win_allocate_shared";
    default: return "MPI_Win_create_dynamic";
  }
}

// Keys of messages and of collectives do not have this bit.
constexpr std::uint64_t kKeyOfWindows = std::uint64_t{1} << 62;

}  // namespace

// The hash of the line is its key, so that an application which makes windows in a loop gets one line.
void explain(WindowCore& core, int world, const rma::Target& memory) {
  proto::Engine& engine = core.instance().engine();
  if (!engine.config().explain) return;
  const std::string line = fmt::format("rank {} -> window {}{}of rank {} ({}, {} memory): {}", core.instance().rank(),
                                       core.name, core.name.empty() ? "" : " ", world, flavor_name(core.flavor()),
                                       accel::kind_name(memory.head().descriptor.kind), core.rma().explain(memory).text(world));
  engine.routes().explain(std::hash<std::string>{}(line) >> 2 | kKeyOfWindows, line);
}

}  // namespace penstock::core
