#include "proto/rma/reached.hpp"

namespace penstock::proto::rma {
namespace {

using transport::Executor;
using transport::Remote;

constexpr std::uint32_t kCopies =
    transport::kRemotePut | transport::kRemoteGet | transport::kHostLocal | transport::kNeedsNoTarget;

void reach_by_kernels(const transport::Attachment& attached, Reached* out) {
  for (const Remote& way : attached.ways) {
    if (way.atomics_device < 0) continue;
    out->gpu = way.atomics_device;
    out->on_gpu = way.device;
  }
}

// Finds a path that reaches the owner's locks too, and the bytes by loads and stores or by copies that complete immediately.
void reach_by_cpu(const transport::Attachment& attached, Reached* out) {
  for (const Remote& way : attached.ways) {
    const bool copies = out->executor == Executor::kLock && (way.bits & kCopies) == kCopies;
    if (way.locks == nullptr || (way.direct == nullptr && !copies)) continue;
    out->here = true;
    out->locks = way.locks;
    out->mapped = way.direct;
    out->way = &way;
    return;
  }
}

}  // namespace

Reached reach_own(const transport::MemoryRegistry& registry, const transport::Region& region) {
  Reached out;
  out.here = true;
  out.executor = region.executor;
  out.address = region.base;
  out.mapped = reinterpret_cast<std::byte*>(region.base);
  out.device = !region.memory.on_host();
  out.locks = region.memory.on_host() && region.executor != Executor::kOwner ? registry.locks() : nullptr;
  if (region.executor != Executor::kDevice) return out;
  out.gpu = region.memory.device;
  out.on_gpu = region.base;
  return out;
}

Reached reach_peer(const transport::Attachment& attached) {
  Reached out;
  out.executor = attached.head.executor;
  out.address = attached.head.descriptor.address;
  if (out.executor == Executor::kOwner || !attached.checked) return out;
  out.executor == Executor::kDevice ? reach_by_kernels(attached, &out) : reach_by_cpu(attached, &out);
  return out;
}

}  // namespace penstock::proto::rma
