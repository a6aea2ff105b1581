// What PENSTOCK_EXPLAIN says of windows.
#include <functional>
#include <string_view>

#include "core/object/instance.hpp"
#include "core/window/window.hpp"

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

// Apart from those of messages and of collectives.
constexpr std::uint64_t kKeyOfWindows = std::uint64_t{1} << 62;

}  // namespace

// A program that makes windows in a loop is not told of each.
void Window::explain(const WindowPeer& peer, const rma::Target& memory) {
  proto::Engine& engine = instance().engine();
  if (!engine.config().explain) return;
  const std::string line = fmt::format(
      "rank {} -> window {}{}of rank {} ({}, {} memory): {}", instance().rank(), name, name.empty() ? "" : " ", peer.world,
      flavor_name(flavor_), accel::kind_name(memory.head().descriptor.kind), engine_rma().explain(memory).text(peer.world));
  engine.explain(std::hash<std::string>{}(line) >> 2 | kKeyOfWindows, line);
}

void Window::explain_memory(WindowPeer& peer) {
  rma::Target* memory = nullptr;
  if (flavor_ != MPI_WIN_FLAVOR_DYNAMIC && memory_of(peer, &memory).is_ok()) explain(peer, *memory);
}

}  // namespace penstock::core
