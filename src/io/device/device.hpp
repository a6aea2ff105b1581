// A device holds the bytes of one open file. Its verbs are bare: each makes one attempt and gives the system's error number.
#pragma once

#include <sys/uio.h>

#include <cstdint>
#include <span>
#include <string>

#include "base/status.hpp"

namespace penstock::io {

// One attempt. `bytes` may be fewer than were asked for; `error` is 0 or an errno, and then no bytes have moved.
struct Attempt {
  std::uint64_t bytes = 0;
  int error = 0;
};

// A range of the file, up to the largest offset where `bytes` is 0.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};

// Verbs block, so the caller has released the engine's lock. Several threads may call at once. transfer.hpp has the verbs that
// the layers above call.
class Device {
 public:
  // The most that one attempt moves, and the most pieces that it takes: the limits of Linux.
  static constexpr std::uint64_t kMostBytes = 0x7ffff000;
  static constexpr std::size_t kMostPieces = 1024;

  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  // The file's name in messages to the user.
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
  // `pieces` follow one another in the file from `offset` on. A read of no bytes means the end of the file.
  virtual Attempt read(std::span<const iovec> pieces, std::uint64_t offset) = 0;
  virtual Attempt write(std::span<const iovec> pieces, std::uint64_t offset) = 0;
  // Each of these returns 0 or an errno.
  virtual int sync() = 0;
  virtual int size(std::uint64_t* out) = 0;
  // Cuts the file, or extends it with zeros.
  virtual int set_size(std::uint64_t size) = 0;
  // Reserves space for the first `size` bytes. The file is afterwards at least as long, and no byte of it has changed.
  virtual int preallocate(std::uint64_t size) = 0;
  // Keeps others that lock away from a range: one writer or several readers. Waits. Locks of one device do not exclude each
  // other.
  virtual int lock(const Range& range, bool exclusive) = 0;
  virtual int unlock(const Range& range) = 0;
  // Closes the file once, and tells what the system found out only then. Nothing is called afterwards.
  virtual int close() = 0;
};

}  // namespace penstock::io
