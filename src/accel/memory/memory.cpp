#include "accel/memory/memory.hpp"

namespace penstock::accel {

std::string_view kind_name(MemoryKind kind) noexcept {
  switch (kind) {
    case MemoryKind::kHost: return "host";
    case MemoryKind::kPinned: return "pinned";
    case MemoryKind::kManaged: return "managed";
    case MemoryKind::kDevice: return "device";
  }
  return "unknown";
}

}  // namespace penstock::accel
