#include "core/window/window.hpp"

namespace penstock::core {

Window::Window(Ref<Comm> comm, int flavor, WindowHints hints)
    : core_(*this, *this, std::move(comm), flavor, std::move(hints)),
      members_(core_),
      memory_(core_, members_),
      completion_(core_, members_),
      access_(core_, members_),
      active_(core_, members_, memory_, completion_, access_),
      passive_(core_, members_, completion_, access_),
      operations_(core_, members_, completion_, access_, active_),
      device_(core_, members_, memory_) {}

Window::~Window() {
  release_memory();
}

void Window::detach_members() noexcept {
  device_.detach();
  members_.detach();
}

// The memory of others is detached first: an owner frees its memory when no member has it attached any more.
void Window::release_memory() noexcept {
  detach_members();
  device_.close();
  memory_.release();
  members_.release();
}

Status free_window(Window& window) {
  const bool exposes = window.active_.exposes();
  const bool fence_used = window.access_.fence_used();
  if (window.access_.kind() != Access::kNone || exposes || fence_used) {
    return Status::error(Code::kRmaSync, "the window is freed within an epoch: end it first ({})",
                         exposes      ? "MPI_Win_wait"
                         : fence_used ? "MPI_Win_fence"
                                      : "MPI_Win_complete, MPI_Win_unlock or MPI_Win_unlock_all");
  }
  const auto kept = Ref<Window>::share(window);
  PENSTOCK_TRY(window.attributes.clear(window.handle));
  PENSTOCK_TRY(window.core_.barrier());
  window.detach_members();
  Status met = window.core_.barrier();
  window.release_memory();
  window.core_.instance().withdraw(window);
  return met;
}

}  // namespace penstock::core
