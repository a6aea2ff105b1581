// An export describes an allocation to other processes, which map it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "accel/driver/gpu.hpp"
#include "accel/share/process_id.hpp"

namespace penstock::accel {

// ExportName identifies an exported allocation among those of its owner: an address that is allocated anew gets a new name. It
// is sent to other processes.
struct ExportName {
  std::uint64_t base = 0;
  std::uint64_t buffer_id = 0;
  friend bool operator==(const ExportName&, const ExportName&) = default;
};

// Export describes an allocation so that another process can map it. It is trivially copyable and is sent to other processes.
struct Export {
  ProcessId owner;
  GpuUuid gpu{};
  std::uint64_t buffer_id = 0;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::array<std::byte, 64> handle{};  // legacy IPC handle
  std::uint64_t token = 0;             // not 0: a range of chunks, whose descriptors are sent ahead under this number
  std::uint64_t reserved = 0;          // not 0: a heap of at most so many bytes, to whose end chunks are added

  [[nodiscard]] ExportName name() const noexcept { return {base, buffer_id}; }
};

}  // namespace penstock::accel
