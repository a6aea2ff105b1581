#include "proto/rma/explain.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "proto/p2p/explain.hpp"
#include "proto/rma/target.hpp"
#include "proto/rma/ways.hpp"

namespace penstock::proto::rma {
namespace {

using transport::Executor;
using transport::Remote;

constexpr std::string_view kAllocate = "MPI_Win_allocate gives memory for loads and stores";

bool on_host(accel::MemoryKind kind) noexcept {
  return kind == accel::MemoryKind::kHost || kind == accel::MemoryKind::kPinned;
}

// Describes the method of a path and why it is used.
void describe(const Remote& way, Explanation* out) {
  const bool alone = (way.bits & transport::kNeedsNoTarget) != 0;
  if (way.direct != nullptr) {
    out->moves = "loads and stores";
    out->moves_why = "it is memory that this rank maps";
  } else if (way.device != 0) {
    out->moves = fmt::format("copies of this rank's GPU ({})", way.name);
    out->moves_why = "this process maps the GPU memory";
  } else if (way.name == "net") {
    out->moves = alone ? "the network's put and get" : "the network library's put and get";
    out->moves_why = alone ? "an RDMA device reaches the memory" : "no RDMA device is used: its process takes part in them";
  } else if (way.name == "shm") {
    out->moves = "one copy by process id (shm)";
    out->moves_why = fmt::format("it is memory of the program; {}", kAllocate);
  } else {
    out->moves = fmt::format("put and get of {}", way.name);
    out->moves_why = "it is the cheapest way";
  }
  out->needs_owner = !alone && way.direct == nullptr;
}

std::string why_served(const Parts& parts, const Target& target) {
  const transport::BufferDescriptor& memory = target.head().descriptor;
  const accel::ProcessId self = accel::this_process(parts.config);
  if (memory.owner.host != self.host) return "it is on another host, and no network that moves memory is in use";
  if (memory.kind == accel::MemoryKind::kManaged) return "managed memory is moved by its owner";
  transport::Bulk bulk;
  bulk.remote = memory;
  bulk.remote_shape.block = bulk.local_shape.block = bulk.bytes = 1;
  // The rank that could have moved the memory knows the reason, as for messages.
  const std::string_view told = remedy(why_closed(parts.config, self, parts.accel.live(), !on_host(memory.kind), bulk));
  if (!told.empty()) return on_host(memory.kind) ? fmt::format("{}; or {}", told, kAllocate) : std::string(told);
  return fmt::format("{} memory that this rank cannot reach", accel::kind_name(memory.kind));
}

void explain_moves(const Parts& parts, const Target& target, Explanation* out) {
  std::byte here{};
  const transport::Move one = transport::contiguous(0, &here, std::min<std::uint64_t>(target.head().bytes, 1));
  const Remote* const way = target.direct() != nullptr ? target.direct() : choose_move(target.attachment(), true, one, 0);
  if (way != nullptr) return describe(*way, out);
  out->moves = "messages";
  out->needs_owner = true;
  out->moves_why = why_served(parts, target);
}

// Names the executor of accumulates if the owner's process takes no part in most of them; else returns an empty text.
std::string here_by(const Target& target) {
  const bool by_device = target.head().executor == Executor::kDevice;
  if (by_device && target.reached().gpu >= 0) {
    return "kernels of this rank's GPU, those of elements of more than 8 bytes by the owner's process";
  }
  if (by_device || !target.reached().here) return {};
  if (target.reached().device) return "this rank's process, which copies elements to the host and back";
  if (target.head().executor != Executor::kCpu) return "this rank, under a lock";
  return "this rank: integers of 4 and 8 bytes by atomics of the processor, others under a lock";
}

void explain_accumulates(const Target& target, Explanation* out) {
  out->accumulates = here_by(target);
  if (!out->accumulates.empty()) return;
  out->needs_owner = true;
  if (target.head().executor == Executor::kDevice) {
    out->accumulates = fmt::format("messages upon which rank {} launches kernels", target.peer());
    return;
  }
  const bool copies = !on_host(target.head().descriptor.kind);
  out->accumulates =
      fmt::format("messages that rank {} executes{}", target.peer(), copies ? ", by copies to the host and back" : "");
}

}  // namespace

std::string Explanation::text(int owner) const {
  return fmt::format("put and get by {}: {}; accumulates by {}; rank {} {}", moves, moves_why, accumulates, owner,
                     needs_owner ? "does its part in its calls of MPI, or in its progress thread (PENSTOCK_PROGRESS_THREAD)"
                                 : "need not call MPI");
}

Explanation explain(const Parts& parts, const Target& target) {
  Explanation out;
  explain_moves(parts, target, &out);
  explain_accumulates(target, &out);
  return out;
}

}  // namespace penstock::proto::rma
