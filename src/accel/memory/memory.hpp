// This header describes memory as the driver reports it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace penstock::accel {

enum class MemoryKind : std::uint8_t { kHost, kPinned, kManaged, kDevice };
[[nodiscard]] std::string_view kind_name(MemoryKind kind) noexcept;  // "host", "pinned", "managed", "device"

// Memory describes one pointer as the driver reports it. For plain host memory `device` is -1 and no other member is set.
struct Memory {
  MemoryKind kind = MemoryKind::kHost;
  bool exportable = false;      // another process can map it: the whole allocation by a legacy IPC handle, or
  bool by_descriptors = false;  // by descriptors of the chunks that a message touches (Exports::export_range)
  int device = -1;              // ordinal in this process
  std::uint64_t buffer_id = 0;  // unique within this process; it changes when the address is allocated anew
  std::uintptr_t base = 0;      // base of the allocation that holds the pointer
  std::size_t size = 0;

  [[nodiscard]] bool on_host() const noexcept { return kind == MemoryKind::kHost || kind == MemoryKind::kPinned; }
};

}  // namespace penstock::accel
