// A device is one open file. Its functions are thin: each makes one attempt and returns the errno of the system.
#pragma once

#include <sys/uio.h>

#include <cstdint>
#include <span>
#include <string>

#include "base/status.hpp"

namespace penstock::io {

// The result of one attempt. `bytes` may be fewer than requested. `error` is 0 or an errno; if it is an errno, no bytes have
// moved.
struct Attempt {
  std::uint64_t bytes = 0;
  int error = 0;
};

// A byte range of the file. If `bytes` is 0, the range extends to the largest offset.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};

// The functions block, so the caller has released the engine's lock. Several threads may call at the same time. The layers
// above call the functions of transfer.hpp instead.
class Device {
 public:
  // The largest number of bytes and of pieces in one attempt: the limits of Linux for preadv() and pwritev().
  static constexpr std::uint64_t kMostBytes = 0x7ffff000;
  static constexpr std::size_t kMostPieces = 1024;

  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  // The file's name in messages to the user.
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
  // The data of `pieces` are consecutive in the file, from `offset` on. A read that returns no bytes has reached the end of the
  // file.
  virtual Attempt read(std::span<const iovec> pieces, std::uint64_t offset) = 0;
  virtual Attempt write(std::span<const iovec> pieces, std::uint64_t offset) = 0;
  // Each of these returns 0 or an errno.
  virtual int sync() = 0;
  virtual int size(std::uint64_t* out) = 0;
  // Truncates the file, or extends it with zeros.
  virtual int set_size(std::uint64_t size) = 0;
  // Reserves space for the first `size` bytes. Afterwards the file has at least this size, and no byte of it has changed.
  virtual int preallocate(std::uint64_t size) = 0;
  // Locks a range, exclusively (one writer) or shared (several readers), and blocks until it has the lock. Locks are advisory,
  // and locks of one device do not exclude each other.
  virtual int lock(const Range& range, bool exclusive) = 0;
  virtual int unlock(const Range& range) = 0;
  // Closes the file, and returns an error that the system reports only now (such as EDQUOT on NFS). No function may be called
  // afterwards.
  virtual int close() = 0;
};

}  // namespace penstock::io
