#include "core/window/memory.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace penstock::core {
namespace {

constexpr std::uint64_t kKeyOfService = (std::uint64_t{1} << 62) - 1;  // Routes::explain() has it for this line.

// Returns the reason why others need this process for their operations; it is empty where they do not. One other member of the
// host stands for all of them.
std::string_view why_needed(Comm& comm, const transport::MemoryRegistry& registry, const transport::Region* memory) {
  if (comm.size() == 1) return {};
  const std::span<const int> near = comm.resources().sharers().world;
  if (near.size() < comm.group().world().size()) return "members of other hosts ask it for locks and accumulates";
  if (memory == nullptr) return {};
  if (!memory->memory.on_host()) return "others ask it for some operations on memory of a GPU";
  const auto other = std::ranges::find_if(near, [&](int world) { return world != comm.instance().rank(); });
  if (other == near.end() || registry.reached_alone(*memory, *other)) return {};
  return "other ranks of the host cannot copy its memory";
}

}  // namespace

void WindowMemory::open_table(int near, int far) noexcept {
  auto* const head = reinterpret_cast<TableHead*>(own_.control->base + ControlLayout(core_.size()).table());
  table_.open(core_.instance(), head, near, far);
}

void* WindowMemory::attribute(int keyval) noexcept {
  switch (keyval) {
    case MPI_WIN_BASE: return own_.base;
    case MPI_WIN_SIZE: return &own_.bytes;
    case MPI_WIN_DISP_UNIT: return &own_.unit;
    case MPI_WIN_CREATE_FLAVOR: return &core_.flavor();
    case MPI_WIN_MODEL: return &model_;
    default: return nullptr;
  }
}

void WindowMemory::serve(const transport::Region* memory) {
  if (serves_ || core_.hints().no_locks()) return;
  proto::Engine& engine = core_.instance().engine();
  const std::string_view why = why_needed(core_.comm(), engine.memory_registry(), memory);
  if (why.empty()) return;
  serves_ = true;
  const bool by_thread = engine.progress_thread().begin_serving();
  if (!engine.config().explain) return;
  engine.routes().explain(kKeyOfService,
                          fmt::format("rank {} serves operations on its windows {}: {}", core_.instance().rank(),
                                      by_thread ? "in its progress thread (PENSTOCK_PROGRESS_THREAD=0 does without)"
                                                : "in its calls of MPI (PENSTOCK_PROGRESS_THREAD=1 starts a thread for it)",
                                      why));
}

Status WindowMemory::attach(void* base, MPI_Aint bytes) {
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

Status WindowMemory::detach(const void* base) {
  if (!core_.is_dynamic()) {
    return Status::error(Code::kRmaFlavor, "memory is detached from windows of MPI_Win_create_dynamic alone");
  }
  return table_.detach(base);
}

// MPI_PROC_NULL names the lowest member with memory. If one member cannot map the memory of a shared window, creation has
// failed.
Status WindowMemory::shared_query(int rank, Shared* out) {
  if (core_.is_dynamic()) {
    return Status::error(Code::kRmaFlavor, "a dynamic window has no memory of its own to ask for");
  }
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  *out = {};
  if (rank == MPI_PROC_NULL) {
    for (rank = 0; rank < core_.size() && members_.bytes(rank) == 0;) ++rank;
    if (rank == core_.size()) rank = 0;
  }
  out->unit = members_.unit(rank);
  if (rank == core_.rank()) {
    out->bytes = members_.bytes(rank);
    out->base = own_.base;
    return Status::ok();
  }
  if (members_.bytes(rank) == 0 && core_.flavor() == MPI_WIN_FLAVOR_CREATE) return Status::ok();
  WindowPeer* peer = nullptr;
  rma::Target* memory = nullptr;
  PENSTOCK_TRY(members_.peer(rank, &peer));
  PENSTOCK_TRY(members_.memory_of(*peer, &memory));
  if (memory->direct() == nullptr) return Status::ok();
  out->bytes = members_.bytes(rank);
  out->base = memory->direct()->direct + members_.offset(rank);
  return Status::ok();
}

void WindowMemory::release() noexcept {
  if (own_.control == nullptr) return;
  table_.close();
  proto::Engine& engine = core_.instance().engine();
  if (std::exchange(serves_, false)) engine.progress_thread().end_serving();
  transport::MemoryRegistry& registry = engine.memory_registry();
  if (const transport::Region* mine = std::exchange(own_.region, nullptr); mine != nullptr) registry.deregister(mine);
  registry.deregister(std::exchange(own_.control, nullptr));
  if (!own_.allocated) return;
  const Status freed = own_.allocated->deallocate(own_.base);
  if (!freed.is_ok()) core_.instance().log().warn("freeing the memory of a window: {}", freed.message());
}

}  // namespace penstock::core
