#include "io/access/host.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "io/device/transfer.hpp"

namespace penstock::io {
namespace {

std::uint64_t end_of(const iovec& piece) noexcept {
  return reinterpret_cast<std::uint64_t>(piece.iov_base) + piece.iov_len;
}

// Calls move() with the contiguous pieces of memory of `bytes` packed bytes of the buffer, in batches of as many pieces as a
// device accepts in one attempt.
template <typename Move>
Status in_batches(const proto::Buffer& buffer, std::uint64_t packed, std::uint64_t bytes, Move&& move) {
  std::vector<iovec> batch;
  std::uint64_t begun = 0;     // bytes in the batches so far
  std::uint64_t gathered = 0;  // bytes in the current batch
  Status status;
  bool goes_on = true;
  const auto hand_on = [&] {
    if (batch.empty() || !goes_on) return;
    std::uint64_t moved = 0;
    status = move(std::span(batch), begun, &moved);
    goes_on = status.is_ok() && moved == gathered;
    begun += gathered;
    gathered = 0;
    batch.clear();
  };
  const auto add = [&](std::uint64_t address, std::uint64_t n) {
    if (!goes_on) return;
    const bool follows = !batch.empty() && end_of(batch.back()) == address;
    if (!follows && batch.size() == Device::kMostPieces) hand_on();
    if (follows) {
      batch.back().iov_len += n;
    } else {
      batch.push_back({reinterpret_cast<void*>(address), n});
    }
    gathered += n;
  };
  // The walk below visits each element, however small it is.
  if (buffer.layout->is_contiguous(buffer.count)) {
    add(reinterpret_cast<std::uint64_t>(buffer.address) + packed, bytes);
  } else {
    proto::for_each_piece(buffer, packed, bytes, add);
  }
  hand_on();
  return status;
}

// Reads or writes one extent of the file. In memory, the data begin at packed byte `packed` of the buffer. Adds to *moved.
Status move_extent(Device& device, bool reads, const Extent& extent, const proto::Buffer& buffer, std::uint64_t packed,
                   std::uint64_t* moved) {
  return in_batches(buffer, packed, extent.bytes, [&](std::span<iovec> pieces, std::uint64_t begun, std::uint64_t* now) {
    const std::uint64_t offset = extent.offset + begun;
    Status status = reads ? read_fully(device, pieces, offset, now) : write_fully(device, pieces, offset, now);
    *moved += *now;
    return status;
  });
}

// Data sieving: reads extents that are near each other with one read from the first to the last of them.
class Sieve {
 public:
  Sieve(Device& device, const AccessChoice& choice, const proto::Buffer& buffer, std::uint64_t* moved)
      : device_(device), choice_(choice), buffer_(buffer), moved_(moved) {}

  // Extents must be added in the order of their offsets, except that they may overlap.
  void add(const Extent& extent) {
    if (!goes_on_) return;
    const std::uint64_t end = std::max(end_, extent.offset + extent.bytes);
    const bool fits = !extents_.empty() && extent.offset >= extents_.front().offset && end - extents_.front().offset <= most();
    if (!extents_.empty() && !fits) flush();
    if (!goes_on_) return;
    extents_.push_back(extent);
    wanted_ += extent.bytes;
    end_ = std::max(end_, extent.offset + extent.bytes);
  }
  Status finish() {
    flush();
    return std::move(status_);
  }

 private:
  [[nodiscard]] std::uint64_t most() const noexcept { return std::max<std::uint64_t>(choice_.sieve_bytes, 1); }
  [[nodiscard]] bool sieves(std::uint64_t span) const noexcept {
    if (extents_.size() < 2 || choice_.sieve == AccessChoice::Sieve::kNever) return false;
    return choice_.sieve == AccessChoice::Sieve::kAlways || wanted_ >= span / 2;
  }
  void flush() {
    if (extents_.empty() || !goes_on_) return;
    const std::uint64_t span = end_ - extents_.front().offset;
    if (sieves(span)) {
      read_span(span);
    } else {
      for (const Extent& extent : extents_) read_one(extent);
    }
    extents_.clear();
    wanted_ = 0;
    end_ = 0;
  }
  void read_one(const Extent& extent) {
    if (!goes_on_) return;
    const std::uint64_t before = *moved_;
    status_ = move_extent(device_, true, extent, buffer_, before, moved_);
    goes_on_ = status_.is_ok() && *moved_ - before == extent.bytes;
  }
  // The file may end within the span; the read then returns no bytes behind its end.
  void read_span(std::uint64_t span) {
    if (!space_) space_ = std::make_unique_for_overwrite<std::byte[]>(most());
    iovec all{space_.get(), span};
    std::uint64_t came = 0;
    status_ = read_fully(device_, {&all, 1}, extents_.front().offset, &came);
    for (const Extent& extent : extents_) {
      const std::uint64_t at = extent.offset - extents_.front().offset;
      const std::uint64_t bytes = came <= at ? 0 : std::min(extent.bytes, came - at);
      proto::unpack_host(buffer_, *moved_, {space_.get() + at, bytes});
      *moved_ += bytes;
      goes_on_ = bytes == extent.bytes;
      if (!goes_on_) return;
    }
    goes_on_ = status_.is_ok();
  }

  Device& device_;
  const AccessChoice& choice_;
  const proto::Buffer& buffer_;
  std::uint64_t* moved_;  // number of bytes of the buffer that have been read
  std::unique_ptr<std::byte[]> space_;
  std::vector<Extent> extents_;
  std::uint64_t wanted_ = 0;
  std::uint64_t end_ = 0;
  bool goes_on_ = true;
  Status status_;
};

}  // namespace

Status read_host(Device& device, const View& view, const AccessChoice& choice, const proto::Buffer& buffer, std::uint64_t first,
                 std::uint64_t* moved) {
  *moved = 0;
  const std::uint64_t bytes = buffer.bytes();
  if (bytes == 0 || view.empty()) return Status::ok();
  if (view.is_contiguous()) return move_extent(device, true, {view.offset_of(first), bytes}, buffer, 0, moved);
  Sieve sieve(device, choice, buffer, moved);
  view.for_each_extent(first, bytes, [&](const Extent& extent) { sieve.add(extent); });
  return sieve.finish();
}

Status write_host(Device& device, const View& view, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved) {
  *moved = 0;
  Status status;
  bool goes_on = true;
  view.for_each_extent(first, buffer.bytes(), [&](const Extent& extent) {
    if (!goes_on) return;
    const std::uint64_t before = *moved;
    status = move_extent(device, false, extent, buffer, before, moved);
    goes_on = status.is_ok() && *moved - before == extent.bytes;
  });
  return status;
}

}  // namespace penstock::io
