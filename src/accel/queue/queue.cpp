#include "accel/queue/queue.hpp"

namespace penstock::accel {

By copied_by(MemoryKind one, MemoryKind other, bool reaches, std::uint64_t bytes) noexcept {
  // Over PCIe a kernel only saves a driver call; beyond a few pages its loads take longer than the copy engine.
  constexpr std::uint64_t kMostPinned = 16 * 1024;
  // Pages that the device must fetch first would delay the other copies of a kernel that they share.
  constexpr std::uint64_t kLeastManaged = 256 * 1024;
  const auto pair = [&](MemoryKind kind) {
    return (one == MemoryKind::kDevice && other == kind) || (one == kind && other == MemoryKind::kDevice);
  };
  const bool kernel = pair(MemoryKind::kDevice) || (pair(MemoryKind::kPinned) && bytes <= kMostPinned) ||
                      (pair(MemoryKind::kManaged) && bytes >= kLeastManaged);
  return reaches && kernel ? By::kEngineOrKernel : By::kEngine;
}

}  // namespace penstock::accel
