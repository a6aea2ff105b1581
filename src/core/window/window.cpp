#include "core/window/window.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/memory/program_memory.hpp"
#include "core/object/instance.hpp"
#include "core/window/explain.hpp"
#include "runtime/device_window.hpp"

namespace penstock::core {

Window::Window(Ref<Comm> comm, int flavor, WindowHints hints)
    : core_(*this, *this, std::move(comm), flavor, std::move(hints)), peers_(static_cast<std::size_t>(core_.size())) {}

Window::~Window() {
  release_memory();
}

void Window::detach_members() noexcept {
  if (device_) device_->detach();
  rma::Rma& rma = core_.rma();
  for (const std::unique_ptr<WindowPeer>& peer : peers_) {
    if (!peer) continue;
    if (peer->table) peer->table->detach_all();
    if (std::exchange(peer->has_memory, false)) rma.detach(&peer->memory);
    if (std::exchange(peer->control.attached, false)) rma.detach(&peer->control.target);
  }
  peers_.clear();
  if (board_target_) rma.detach(board_target_.get());
  board_target_.reset();
}

// Of others first: an owner takes its memory back when nobody has it any more.
void Window::release_memory() noexcept {
  if (control_ == nullptr) return;
  detach_members();
  if (device_) {
    const Status closed = device_->close();
    if (!closed.is_ok()) instance().log().warn("freeing what kernels were told of a window: {}", closed.message());
    device_.reset();
  }
  table_.close();
  if (std::exchange(serves_, false)) instance().engine().progress_thread().end_serving();
  transport::MemoryRegistry& registry = instance().engine().memory_registry();
  if (const transport::Region* mine = std::exchange(memory_, nullptr); mine != nullptr) registry.deregister(mine);
  if (const transport::Region* board = std::exchange(board_, nullptr); board != nullptr) registry.deregister(board);
  registry.deregister(std::exchange(control_, nullptr));
  if (!own_memory_) return;
  const Status given = own_memory_->deallocate(base_);
  if (!given.is_ok()) instance().log().warn("freeing the memory of a window: {}", given.message());
}

void* Window::predefined_attribute(int keyval) noexcept {
  switch (keyval) {
    case MPI_WIN_BASE: return base_;
    case MPI_WIN_SIZE: return &bytes_;
    case MPI_WIN_DISP_UNIT: return &unit_;
    case MPI_WIN_CREATE_FLAVOR: return &core_.flavor();
    case MPI_WIN_MODEL: return &model_;
    default: return nullptr;
  }
}

Status Window::peer(int rank, WindowPeer** out) {
  std::unique_ptr<WindowPeer>& place = peers_[static_cast<std::size_t>(rank)];
  if (place && place->control.attached) [[likely]] {
    return *out = place.get(), Status::ok();
  }
  auto made = std::make_unique<WindowPeer>();
  made->rank = rank;
  made->world = core_.comm().group().world_rank(rank);
  PENSTOCK_TRY(core_.rma().attach(made->world, keys_.of(rank).control, &made->control.target));
  made->control.attached = true;
  if (const transport::Remote* direct = made->control.target.direct(); direct != nullptr) made->control.words = direct->direct;
  place = std::move(made);
  *out = place.get();
  return Status::ok();
}

// Of the window made by MPI_Win_create_dynamic: no one region.
Status Window::memory_of(WindowPeer& peer, rma::Target** out) {
  WindowPeer* keeper = &peer;
  if (one_region_ && peer.rank != 0) PENSTOCK_TRY(this->peer(0, &keeper));
  if (!keeper->has_memory) {
    PENSTOCK_TRY(core_.rma().attach(keeper->world, keys_.of(keeper->rank).memory, &keeper->memory));
    keeper->has_memory = true;
  }
  *out = &keeper->memory;
  return Status::ok();
}

// The lowest member with memory where none is named. Memory of a whole window that one member cannot map is shared by nobody.
Status Window::shared_query(int rank, Shared* out) {
  if (core_.is_dynamic()) {
    return Status::error(Code::kRmaFlavor, "a dynamic window has no memory of its own to ask for");
  }
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  *out = {};
  if (rank == MPI_PROC_NULL) {
    for (rank = 0; rank < size() && sizes_[rank] == 0;) ++rank;
    if (rank == size()) rank = 0;
  }
  out->unit = units_[rank];
  if (rank == this->rank()) {
    out->bytes = sizes_[rank];
    out->base = base_;
    return Status::ok();
  }
  if (sizes_[rank] == 0 && core_.flavor() == MPI_WIN_FLAVOR_CREATE) return Status::ok();
  WindowPeer* found = nullptr;
  rma::Target* memory = nullptr;
  PENSTOCK_TRY(peer(rank, &found));
  PENSTOCK_TRY(memory_of(*found, &memory));
  if (memory->direct() == nullptr) return Status::ok();
  out->bytes = sizes_[rank];
  out->base = memory->direct()->direct + places_[rank];
  return Status::ok();
}

void Window::explain_memory(WindowPeer& peer) {
  rma::Target* memory = nullptr;
  if (!core_.is_dynamic() && memory_of(peer, &memory).is_ok()) explain(core_, peer.world, *memory);
}

Status Window::attach(void* base, MPI_Aint bytes) {
  if (!core_.is_dynamic()) {
    return Status::error(Code::kRmaFlavor, "memory is attached to windows of MPI_Win_create_dynamic alone");
  }
  if (bytes < 0) return Status::error(Code::kSize, "size is {}; it must be at least 0", bytes);
  if (base == nullptr && bytes != 0) return Status::error(Code::kBase, "base is a null pointer, with {} bytes", bytes);
  const transport::Region* region = nullptr;
  PENSTOCK_TRY(table_.attach(base, static_cast<std::uint64_t>(bytes), &region));
  if (region != nullptr) serve(region);
  return Status::ok();
}

Status Window::detach(const void* base) {
  if (!core_.is_dynamic()) {
    return Status::error(Code::kRmaFlavor, "memory is detached from windows of MPI_Win_create_dynamic alone");
  }
  return table_.detach(base);
}

Status free_window(Window& window) {
  if (window.access_ != Access::kNone || window.exposes_ || window.fence_used_) {
    return Status::error(Code::kRmaSync, "the window is freed within an epoch: end it first ({})",
                         window.exposes_      ? "MPI_Win_wait"
                         : window.fence_used_ ? "MPI_Win_fence"
                                              : "MPI_Win_complete, MPI_Win_unlock or MPI_Win_unlock_all");
  }
  const auto kept = Ref<Window>::share(window);
  PENSTOCK_TRY(window.attributes.clear(window.handle));
  PENSTOCK_TRY(window.core_.barrier());
  window.detach_members();
  Status met = window.core_.barrier();
  window.release_memory();
  window.instance().withdraw(window);
  return met;
}

}  // namespace penstock::core
