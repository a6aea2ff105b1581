// The verbs of a device as the layers above call them: each goes on until all is done, the file ends, or the system fails.
#pragma once

#include <cstdint>
#include <span>

#include "base/status.hpp"
#include "io/device/device.hpp"

namespace penstock::io {

// These change `pieces` while they go on. *moved gets the bytes that moved, also where the call fails. A read that ends early
// without a failure has met the end of the file.
Status read_fully(Device& device, std::span<iovec> pieces, std::uint64_t offset, std::uint64_t* moved);
Status write_fully(Device& device, std::span<iovec> pieces, std::uint64_t offset, std::uint64_t* moved);

Status sync(Device& device);
Status size_of(Device& device, std::uint64_t* out);
Status set_size(Device& device, std::uint64_t size);
Status preallocate(Device& device, std::uint64_t size);
Status close(Device& device);

// Holds a range of the file while it lives.
class RangeLock {
 public:
  explicit RangeLock(Device& device) noexcept : device_(device) {}
  RangeLock(const RangeLock&) = delete;
  RangeLock& operator=(const RangeLock&) = delete;
  ~RangeLock();
  // Called once. Code::kUnsupported where the file system has no locks.
  Status take(const Range& range, bool exclusive);

 private:
  Device& device_;
  Range range_;
  bool held_ = false;
};

}  // namespace penstock::io
