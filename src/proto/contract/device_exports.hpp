// The contract for GPU memory of one rank that others map.
#pragma once

#include <cstdint>

#include "accel/accel.hpp"
#include "base/status.hpp"

namespace penstock::transport {
struct BufferDescriptor;  // transport.hpp
}

namespace penstock::proto {

// All of it is called with the engine's lock held.
class DeviceExports {
 public:
  // Lets a peer map device memory of this rank, of which `bytes` from `address` on will be touched, until the application frees
  // it: `out` is passed to the peer's accept_region(). Code::kUnsupported: the peer cannot map it.
  virtual Status export_to(int peer, const accel::Memory& memory, const void* address, std::uint64_t bytes,
                           transport::BufferDescriptor* out) = 0;
  // Returns the number of regions that have ended. While it is the same, all that were exported still are.
  [[nodiscard]] virtual std::uint64_t regions_ended() const noexcept = 0;
  // Takes what such a region needs to be mapped here (Accel::import_memory).
  virtual void accept_region(int peer, const transport::BufferDescriptor& region) = 0;

 protected:
  ~DeviceExports() = default;
};

}  // namespace penstock::proto
