// The functions on a device that the layers above call. Each repeats the device's attempts until all data have moved, the file
// ends, or the system reports an error.
#pragma once

#include <cstdint>
#include <span>

#include "base/status.hpp"
#include "io/device/device.hpp"

namespace penstock::io {

// Both functions change `pieces`. *moved gets the number of bytes that moved, even if the call fails. A read that succeeds with
// fewer bytes has reached the end of the file.
Status read_fully(Device& device, std::span<iovec> pieces, std::uint64_t offset, std::uint64_t* moved);
Status write_fully(Device& device, std::span<iovec> pieces, std::uint64_t offset, std::uint64_t* moved);

Status sync(Device& device);
Status size_of(Device& device, std::uint64_t* out);
Status set_size(Device& device, std::uint64_t size);
Status preallocate(Device& device, std::uint64_t size);
Status close(Device& device);

// Holds the lock of a byte range of the file until its destructor runs.
class RangeLock {
 public:
  explicit RangeLock(Device& device) noexcept : device_(device) {}
  RangeLock(const RangeLock&) = delete;
  RangeLock& operator=(const RangeLock&) = delete;
  ~RangeLock();
  // Called at most once. Fails with Code::kUnsupported if the file system has no locks.
  Status take(const Range& range, bool exclusive);

 private:
  Device& device_;
  Range range_;
  bool held_ = false;
};

}  // namespace penstock::io
