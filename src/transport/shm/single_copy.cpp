#include "transport/shm/single_copy.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include <unistd.h>

#include "transport/shape.hpp"
#include "transport/shm/blame.hpp"

namespace penstock::transport::shm {

bool SingleCopy::can_move(int peer, const Bulk& bulk, Cost* cost) {
  const accel::MemoryKind kind = bulk.remote.kind;
  if (!bulk.local.on_host() || (kind != accel::MemoryKind::kHost && kind != accel::MemoryKind::kPinned)) return false;
  Peer* to = nullptr;
  if (peer == rank_ || !known_(peer, &to).is_ok() || !to->near || !(bulk.remote.owner == to->address.process)) {
    return false;
  }
  if (to->same_process) {
    *cost = config_.cost_copy;
    return true;
  }
  if (!config_.cma || (kind == accel::MemoryKind::kPinned && pinned_refused_)) return false;
  if (to->access == Access::kUnknown) probe(*to);
  if (to->access != Access::kGranted) return false;
  Footprint unused;
  if (!measure(bulk.remote_shape, bulk.first, bulk.bytes, &unused).is_ok()) return false;
  const std::uint64_t most = std::max(pieces(bulk.remote_shape, bulk.bytes), pieces(bulk.local_shape, bulk.bytes));
  // The cost is a system call, then memory bandwidth; each further piece adds its share of the kernel's page walk.
  *cost = config_.cost_cma;
  cost->latency_us += static_cast<double>(most) * static_cast<double>(config_.cost_cma_piece_ns) / 1000;
  return true;
}

// A pid of another PID namespace is meaningless here. A pid that was reused names another process, so the process must know the
// nonce.
void SingleCopy::probe(Peer& peer) {
  if (peer.address.process.pid_namespace != process_.pid_namespace) return refused(peer, "it is in another PID namespace");
  std::uint64_t seen = 0;
  const kernels::Strided remote{.base = peer.address.probe_address, .block = sizeof seen};
  const kernels::Strided local{.base = reinterpret_cast<std::uint64_t>(&seen), .block = sizeof seen};
  const auto pid = static_cast<pid_t>(peer.address.process.pid);
  const VmResult result = vm_copy(calls_, Direction::kRead, pid, remote, local, 0, sizeof seen);
  if (result.error != 0) return refused(peer, std::strerror(result.error));
  if (seen != peer.address.nonce) return refused(peer, "the process with its pid is another one");
  peer.access = Access::kGranted;
}

void SingleCopy::refused(Peer& peer, std::string_view why) {
  peer.access = Access::kRefused;
  if (std::exchange(told_refusal_, true)) return;
  log_.info(
      "shared memory: process_vm_readv to process {} is refused ({}); large messages are copied twice, through "
      "staging buffers. Remedy: run the ranks of a host in one PID namespace; in a container allow process_vm_readv and "
      "process_vm_writev (CAP_SYS_PTRACE or the seccomp profile); elsewhere leave PENSTOCK_PTRACER=1 or set "
      "kernel.yama.ptrace_scope to 0",
      peer.address.process.pid, why);
}

Status SingleCopy::failed(Peer& peer, const Bulk& bulk, int error) {
  if (is_refusal(error)) refused(peer, std::strerror(error));
  if (error == EFAULT && bulk.remote.kind == accel::MemoryKind::kPinned && !std::exchange(pinned_refused_, true)) {
    log_.info(
        "shared memory: the driver's pinned memory cannot be read by process_vm_readv; such messages go "
        "through staging buffers");
  }
  return Status::error(Code::kTransport, "copying {} bytes from or to process {}: {}", bulk.bytes, peer.address.process.pid,
                       std::strerror(error));
}

Status SingleCopy::move(Direction direction, int peer, const Bulk& bulk, BulkHandle* out) {
  *out = {};
  Peer* to = nullptr;
  PENSTOCK_TRY(known_(peer, &to));
  Footprint unused;
  PENSTOCK_TRY(measure(bulk.remote_shape, bulk.first, bulk.bytes, &unused));
  PENSTOCK_TRY(measure(bulk.local_shape, bulk.first, bulk.bytes, &unused));
  if (to->same_process) {
    const bool read = direction == Direction::kRead;
    kernels::copy_strided_host(read ? bulk.local_shape : bulk.remote_shape, read ? bulk.remote_shape : bulk.local_shape,
                               bulk.first, bulk.bytes);
    return Status::ok();
  }
  PENSTOCK_TRY(may_copy(*to, peer));
  const auto pid = static_cast<pid_t>(to->address.process.pid);
  const VmResult result = vm_copy(calls_, direction, pid, bulk.remote_shape, bulk.local_shape, bulk.first, bulk.bytes);
  if (result.error == 0) return Status::ok();
  if (result.error == EFAULT) {
    const bool reads = direction == Direction::kRead;
    PENSTOCK_TRY(blame(peer, {pid, bulk.remote_shape, bulk.first, bulk.bytes, !reads},
                       {getpid(), bulk.local_shape, bulk.first, bulk.bytes, reads}));
  }
  return failed(*to, bulk, result.error);
}

Status SingleCopy::may_copy(Peer& peer, int rank) {
  if (peer.access == Access::kUnknown && config_.cma) probe(peer);
  if (peer.access == Access::kGranted) return Status::ok();
  return Status::error(Code::kTransport, "single copy with rank {} is refused by the system, or off (PENSTOCK_CMA=0)", rank);
}

// The peer is another process: within one process, memory is accessed by loads and stores.
Status SingleCopy::copy_lists(Direction direction, const Remote& remote, const ListMove& move) {
  Peer* to = nullptr;
  PENSTOCK_TRY(known_(remote.peer, &to));
  PENSTOCK_TRY(may_copy(*to, remote.peer));
  std::array<iovec, ListMove::kMostExtents> far;
  std::array<iovec, ListMove::kMostExtents> near;
  Bulk bulk;
  bulk.remote = remote.descriptor;
  for (std::size_t i = 0; i < move.remote.size(); ++i) {
    far[i] = {reinterpret_cast<void*>(remote.descriptor.address + move.remote[i].offset), move.remote[i].bytes};
    bulk.bytes += move.remote[i].bytes;
  }
  for (std::size_t i = 0; i < move.local.size(); ++i) {
    near[i] = {reinterpret_cast<void*>(move.local[i].offset), move.local[i].bytes};
  }
  const VmResult result = vm_copy(calls_, direction, static_cast<pid_t>(to->address.process.pid),
                                  std::span(far).first(move.remote.size()), std::span(near).first(move.local.size()));
  return result.error == 0 ? Status::ok() : failed(*to, bulk, result.error);
}

}  // namespace penstock::transport::shm
