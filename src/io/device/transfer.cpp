#include "io/device/transfer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include "io/device/failure.hpp"

namespace penstock::io {
namespace {

// The pieces that have not moved yet. A piece that has moved in part is shortened at its front.
class Left {
 public:
  explicit Left(std::span<iovec> pieces) noexcept : pieces_(pieces) { drop_empty(); }

  [[nodiscard]] bool empty() const noexcept { return pieces_.empty(); }
  // Calls attempt(pieces) with as many pieces as one attempt accepts. The last piece may be shortened for the attempt.
  template <typename Try>
  Attempt with_next(Try&& attempt) const {
    std::size_t count = 0;
    std::uint64_t bytes = 0;
    while (count < std::min(pieces_.size(), Device::kMostPieces) && bytes < Device::kMostBytes)
      bytes += pieces_[count++].iov_len;
    const std::uint64_t surplus = bytes > Device::kMostBytes ? bytes - Device::kMostBytes : 0;
    pieces_[count - 1].iov_len -= surplus;
    const Attempt made = attempt(std::span<const iovec>(pieces_.first(count)));
    pieces_[count - 1].iov_len += surplus;
    return made;
  }
  void advance(std::uint64_t bytes) noexcept {
    while (bytes > 0) {
      iovec& front = pieces_.front();
      const std::uint64_t part = std::min<std::uint64_t>(bytes, front.iov_len);
      front.iov_base = static_cast<char*>(front.iov_base) + part;
      front.iov_len -= part;
      bytes -= part;
      drop_empty();
    }
  }

 private:
  void drop_empty() noexcept {
    while (!pieces_.empty() && pieces_.front().iov_len == 0) pieces_ = pieces_.subspan(1);
  }
  std::span<iovec> pieces_;
};

template <typename Try>
Status go_on(std::span<iovec> pieces, std::uint64_t offset, std::uint64_t* moved, std::string_view doing,
             const std::string& name, Try&& attempt) {
  *moved = 0;
  for (Left left(pieces); !left.empty();) {
    const Attempt made = left.with_next([&](std::span<const iovec> next) { return attempt(next, offset + *moved); });
    if (made.error == EINTR) continue;
    if (made.error != 0) return failure(made.error, doing, name);
    if (made.bytes == 0) return Status::ok();
    *moved += made.bytes;
    left.advance(made.bytes);
  }
  return Status::ok();
}

template <typename Verb>
Status until_done(std::string_view doing, const std::string& name, Verb&& verb) {
  int error = EINTR;
  while (error == EINTR) error = verb();
  return failure(error, doing, name);
}

}  // namespace

Status read_fully(Device& device, std::span<iovec> pieces, std::uint64_t offset, std::uint64_t* moved) {
  return go_on(pieces, offset, moved, "read", device.name(),
               [&](std::span<const iovec> next, std::uint64_t at) { return device.read(next, at); });
}

// If a device writes no bytes and reports no error, the call fails with EIO, so that it neither repeats for ever nor reports
// success.
Status write_fully(Device& device, std::span<iovec> pieces, std::uint64_t offset, std::uint64_t* moved) {
  return go_on(pieces, offset, moved, "write", device.name(), [&](std::span<const iovec> next, std::uint64_t at) {
    const Attempt made = device.write(next, at);
    return made.error == 0 && made.bytes == 0 ? Attempt{0, EIO} : made;
  });
}

Status sync(Device& device) {
  return until_done("sync", device.name(), [&] { return device.sync(); });
}

Status size_of(Device& device, std::uint64_t* out) {
  return until_done("find the size of", device.name(), [&] { return device.size(out); });
}

Status set_size(Device& device, std::uint64_t size) {
  return until_done("set the size of", device.name(), [&] { return device.set_size(size); });
}

Status preallocate(Device& device, std::uint64_t size) {
  return until_done("reserve space for", device.name(), [&] { return device.preallocate(size); });
}

// Linux releases the descriptor even if close() is interrupted, so close() is not called again.
Status close(Device& device) {
  const int error = device.close();
  return failure(error == EINTR ? 0 : error, "close", device.name());
}

RangeLock::~RangeLock() {
  if (held_) static_cast<void>(device_.unlock(range_));  // if this fails, closing the file drops the lock
}

Status RangeLock::take(const Range& range, bool exclusive) {
  range_ = range;
  int error = EINTR;
  while (error == EINTR) error = device_.lock(range, exclusive);
  held_ = error == 0;
  if (error == ENOLCK || error == EOPNOTSUPP || error == ENOSYS || error == EINVAL) {
    return Status::error(
        Code::kUnsupported,
        "the file system of {} has no locks, which atomic mode needs; leave atomic mode (MPI_File_set_atomicity), "
        "or use another file system",
        device_.name());
  }
  return failure(error, "lock a range of", device_.name());
}

}  // namespace penstock::io
