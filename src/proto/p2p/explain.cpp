#include "proto/p2p/explain.hpp"

#include <bit>

namespace penstock::proto {
namespace {

using accel::MemoryKind;

// These numbers extend those of the methods in the key of a line.
constexpr unsigned kEager = 8;
constexpr unsigned kCopy = 9;

bool on_host(MemoryKind kind) noexcept {
  return kind == MemoryKind::kHost || kind == MemoryKind::kPinned;
}

unsigned size_class(std::uint64_t bytes) noexcept {
  return (static_cast<unsigned>(std::bit_width(bytes)) + 1) / 2;
}

}  // namespace

// The sender decides last, so it reports the cause. Only the receiver, however, knows why its host memory could not take GPU
// memory directly, since no other rank could have moved it.
Cause why_closed(const Config& config, const accel::ProcessId& self, bool live, bool receives, const transport::Bulk& bulk) {
  const MemoryKind local = bulk.local.kind;
  const MemoryKind remote = bulk.remote.kind;
  const accel::ProcessId& owner = bulk.remote.owner;
  if (owner.host != self.host || local == MemoryKind::kManaged || remote == MemoryKind::kManaged) return Cause::kNone;
  const bool in_other_namespace = owner.pid_namespace != self.pid_namespace;
  if (on_host(local) && on_host(remote)) {
    if (receives) return Cause::kNone;
    if (in_other_namespace) return Cause::kNamespace;
    return config.cma ? Cause::kCmaRefused : Cause::kCmaOff;
  }
  if (receives ? !on_host(local) : on_host(remote)) return Cause::kNone;
  // Kernels move data that are not contiguous, and cannot reach pageable memory: such data always move in pieces.
  if (!both_contiguous(bulk) && (local == MemoryKind::kHost || remote == MemoryKind::kHost)) return Cause::kNone;
  if (in_other_namespace) return Cause::kNamespace;
  if (!config.cuda || !live) return Cause::kNone;
  if (!config.cuda_ipc) return Cause::kIpcOff;
  const bool mappable = bulk.remote.exported != 0 || (local == MemoryKind::kDevice && bulk.local.exportable);
  return mappable ? Cause::kUnreachable : Cause::kNotExportable;
}

std::string_view remedy(Cause cause) noexcept {
  switch (cause) {
    case Cause::kNone: return "";
    case Cause::kNamespace:
      return "the ranks are in different PID namespaces. Remedy: start them in one (docker run --pid=host, or one container "
             "for all ranks of a host); for GPU memory, allocate it to be shared by descriptors (cuMemCreate; PyTorch: "
             "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True)";
    case Cause::kCmaOff: return "PENSTOCK_CMA=0 turns the single copy off. Remedy: unset it";
    case Cause::kCmaRefused:
      return "the system refuses process_vm_readv and process_vm_writev. Remedy: in a container allow them (--cap-add "
             "SYS_PTRACE, or the seccomp profile); elsewhere leave PENSTOCK_PTRACER=1 or set kernel.yama.ptrace_scope to 0; "
             "`penstock doctor` says which";
    case Cause::kIpcOff: return "PENSTOCK_CUDA_IPC=0 turns the mapping of peers' memory off. Remedy: unset it";
    case Cause::kNotExportable:
      return "the GPU memory cannot be mapped by other processes, as that of cudaMallocAsync, of pools and of cuMemCreate. "
             "Remedy: allocate communication buffers with cudaMalloc (PyTorch: "
             "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:False)";
    case Cause::kUnreachable:
      return "the peer's GPU cannot be reached from this process. Remedy: let every rank see all GPUs of the job "
             "(CUDA_VISIBLE_DEVICES) and choose its own; `penstock doctor` shows which GPUs reach each other";
  }
  return "";
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  while (unit + 1 < std::size(kUnits) && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", bytes, kUnits[unit]);
}

void Explainer::say(const Journey& journey, unsigned way, std::string_view what) {
  std::uint64_t key = kOwnKey >> 15 | static_cast<std::uint32_t>(journey.peer);
  key = key << 1 | (journey.receives ? 1U : 0U);
  key = key << 2 | static_cast<std::uint64_t>(journey.source) % 4;
  key = key << 2 | static_cast<std::uint64_t>(journey.destination) % 4;
  key = key << 6 | size_class(journey.bytes);
  key = key << 4 | way;
  once(key,
       fmt::format("rank {} {} rank {}, {} {} -> {}: {}", rank_, journey.receives ? "<-" : "->", journey.peer,
                   size_text(journey.bytes), accel::kind_name(journey.source), accel::kind_name(journey.destination), what));
}

void Explainer::choice(const Journey& journey, const Choice& choice) {
  say(journey, static_cast<unsigned>(choice.method), describe(choice, journey.bytes));
}

void Explainer::eager(const Journey& journey, std::string_view via) {
  say(journey, kEager, fmt::format("eager over {}: {}", via, kEagerReason));
}

void Explainer::copy(const Journey& journey) {
  say(journey, kCopy, fmt::format("one local copy: {}", kCopyReason));
}

void Explainer::closed(const Journey& journey, Cause cause) {
  const unsigned bit = 1U << static_cast<unsigned>(cause);
  if (cause == Cause::kNone || (told_ & bit) != 0) return;
  told_ |= bit;
  log_.warn("messages with rank {} ({} {} -> {}) are copied through staging buffers, more slowly: {}", journey.peer,
            size_text(journey.bytes), accel::kind_name(journey.source), accel::kind_name(journey.destination), remedy(cause));
}

void Explainer::once(std::uint64_t key, std::string_view line) {
  if (on_ && said_.insert(key).second) log_.say("{}", line);
}

}  // namespace penstock::proto
