#include "transport/shm/one_sided.hpp"

#include <algorithm>
#include <new>

#include "transport/registry.hpp"

namespace penstock::transport::shm {
namespace {

constexpr std::uint64_t kTableBytes = MemoryRegistry::kMostRegions * sizeof(std::uint64_t);
constexpr std::uint64_t kSharedBytes = kTableBytes + kAccumulateLocks * sizeof(AccumulateLock);
static_assert(kTableBytes % alignof(AccumulateLock) == 0);

}  // namespace

Status ShmOneSided::allocate(std::uint64_t bytes, std::span<std::byte>* out) {
  return heap_.allocate(bytes, out);
}

// If no heap is available, peers ask the owner.
std::span<std::atomic<std::uint64_t>> ShmOneSided::generations() {
  using Word = std::atomic<std::uint64_t>;
  if (std::exchange(asked_table_, true)) return table_;
  std::span<std::byte> memory;
  if (Status made = heap_.allocate(kSharedBytes, &memory); !made.is_ok()) {
    environment_.log.info("shared memory: peers cannot see which memory is registered, and ask: {}", made.message());
    return {};
  }
  table_ = {std::launder(reinterpret_cast<Word*>(memory.data())), MemoryRegistry::kMostRegions};
  locks_ = std::launder(reinterpret_cast<AccumulateLock*>(memory.data() + kTableBytes));
  return table_;
}

AccumulateLock* ShmOneSided::locks() {
  generations();
  return locks_;
}

bool ShmOneSided::is_shared(const Region& region) const {
  std::uint64_t unused = 0;
  return heap_.find(reinterpret_cast<const void*>(region.base), region.bytes, &unused);
}

// The permission to access another process is taken to be symmetric.
bool ShmOneSided::reaches_alone(const Region& region, int peer) {
  Peer* found = nullptr;
  if (!region.memory.on_host() || !known_(peer, &found).is_ok() || !found->near) return false;
  if (is_shared(region) || found->same_process) return true;
  Bulk bulk;
  bulk.remote.owner = found->address.process;
  bulk.remote.kind = region.memory.kind;
  bulk.remote_shape.block = bulk.local_shape.block = bulk.bytes = 1;
  Cost unused;
  return transport_.can_get(peer, bulk, &unused);
}

// The table was mapped when the key's generation was read. Ranks of one process use one address, for ThreadSanitizer.
AccumulateLock* ShmOneSided::locks_of(int peer, const Part& theirs, bool same_process) const {
  if (same_process) return reinterpret_cast<AccumulateLock*>(theirs.locks);
  const auto found = tables_.find(peer);
  if (found == tables_.end() || found->second.second.address() == nullptr) return nullptr;
  return reinterpret_cast<AccumulateLock*>(found->second.second.address() + kTableBytes);
}

Status ShmOneSided::describe(const Region& region, int, BufferDescriptor*, std::vector<std::byte>* part) {
  Part mine;
  mine.file = heap_.file();
  const auto inside = [&](const void* address, std::uint64_t bytes, std::uint64_t* offset) {
    if (!heap_.find(address, bytes, offset)) *offset = kNone;
  };
  inside(table_.data(), table_.size_bytes(), &mine.table);
  mine.locks = reinterpret_cast<std::uint64_t>(locks_);
  inside(reinterpret_cast<const void*>(region.base), region.bytes, &mine.extent);
  const auto bytes = std::as_bytes(std::span(&mine, 1));
  part->assign(bytes.begin(), bytes.end());
  return Status::ok();
}

// Finds the owner of the key, and checks that its memory can be shared.
Status ShmOneSided::near(const RemoteKey& key, std::span<const std::byte> part, Peer** peer, Part* out) {
  if (part.size() != sizeof *out) return Status::error(Code::kProtocol, "shared memory: a key's part of {} bytes", part.size());
  std::memcpy(out, part.data(), sizeof *out);
  PENSTOCK_TRY(known_(key.head.rank, peer));
  if (!(key.head.descriptor.owner == (*peer)->address.process)) {
    return Status::error(Code::kProtocol, "shared memory: a key of rank {} names process {}, which is not that rank",
                         key.head.rank, key.head.descriptor.owner.pid);
  }
  if ((*peer)->near) return Status::ok();
  return Status::error(Code::kUnsupported, "shared memory: rank {} is on another host", key.head.rank);
}

Status ShmOneSided::generation(const RemoteKey& key, std::span<const std::byte> part, bool* known, std::uint64_t* out) {
  Peer* peer = nullptr;
  Part theirs;
  if (Status status = near(key, part, &peer, &theirs); !status.is_ok()) {
    return status.code() == Code::kUnsupported ? Status::ok() : std::move(status);
  }
  if (theirs.table == kNone || theirs.table % sizeof(std::uint64_t) != 0) return Status::ok();
  auto& [from, table] = tables_[key.head.rank];
  if (table.address() == nullptr || from.table != theirs.table || from.file != theirs.file) {
    from = theirs;
    PENSTOCK_TRY(
        ExtentMapping::create(peer->address, theirs.file, room_of_(key.head.rank), theirs.table, kSharedBytes, &table));
  }
  const auto* words = reinterpret_cast<const std::atomic<std::uint64_t>*>(table.address());
  *out = words[key.head.number].load(std::memory_order_acquire);
  *known = true;
  return Status::ok();
}

Status ShmOneSided::attach_user_memory(Remote* out) {
  const Move one = contiguous(0, &last_handle_, std::min<std::uint64_t>(1, out->bytes));
  if (!transport_.can_get(out->peer, bulk_of(*out, one), &out->get_cost)) {
    if (!std::exchange(told_, true)) {
      environment_.log.info(
          "shared memory: one-sided operations on {} memory of rank {} need that rank to make calls, since its memory cannot "
          "be "
          "copied by this process (process_vm_readv). Remedy: use memory that the library allocates (MPI_Win_allocate, "
          "MPI_Alloc_mem); or allow process_vm_readv and process_vm_writev (PENSTOCK_CMA, CAP_SYS_PTRACE, the seccomp profile, "
          "kernel.yama.ptrace_scope)",
          accel::kind_name(out->descriptor.kind), out->peer);
    }
    return Status::error(Code::kUnsupported, "shared memory: {} memory of rank {} cannot be copied by this process",
                         accel::kind_name(out->descriptor.kind), out->peer);
  }
  out->put_cost = out->get_cost;
  out->bits |= kRemotePut | kRemoteGet | kHostLocal | kStridedMoves | kListMoves | kNeedsNoTarget;
  return Status::ok();
}

// Ranks of one process share addresses, so that ThreadSanitizer sees one address for one word.
Status ShmOneSided::attach(const RemoteKey& key, std::span<const std::byte> part, Remote* out) {
  Peer* peer = nullptr;
  Part theirs;
  PENSTOCK_TRY(near(key, part, &peer, &theirs));
  if (out->descriptor.kind != accel::MemoryKind::kHost && out->descriptor.kind != accel::MemoryKind::kPinned) {
    return Status::error(Code::kUnsupported, "shared memory: not for {} memory", accel::kind_name(out->descriptor.kind));
  }
  const Cost& cost = environment_.config.cost_copy;
  out->locks = locks_of(out->peer, theirs, peer->same_process);
  if (peer->same_process) return make_direct(reinterpret_cast<std::byte*>(out->descriptor.address), cost, out), Status::ok();
  if (theirs.extent == kNone) return attach_user_memory(out);
  ExtentMapping mapping;
  PENSTOCK_TRY(ExtentMapping::create(peer->address, theirs.file, room_of_(out->peer), theirs.extent, key.head.bytes, &mapping));
  make_direct(mapping.address(), cost, out);
  out->handle = ++last_handle_;
  mapped_.emplace(out->handle, std::move(mapping));
  return Status::ok();
}

Status ShmOneSided::put_list(const Remote& remote, const ListMove& move, Begun* out) {
  *out = {};
  return copy_lists_(Direction::kWrite, remote, move);
}

Status ShmOneSided::get_list(const Remote& remote, const ListMove& move, Begun* out) {
  *out = {};
  return copy_lists_(Direction::kRead, remote, move);
}

void ShmOneSided::detach(Remote* remote) {
  mapped_.erase(remote->handle);
  BulkOneSided::detach(remote);
}

}  // namespace penstock::transport::shm
