// A view is the part of a file that a rank sees: the bytes of a layout that repeats without end from a displacement on. They
// follow one another in the rank's stream.
#pragma once

#include <cstdint>
#include <utility>

#include "base/status.hpp"
#include "proto/layout/layout.hpp"
#include "proto/layout/walk.hpp"

namespace penstock::io {

// Contiguous bytes of the file.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool operator==(const Extent&) const = default;
};

// Immutable. It shares what is large with the layout that it was made of, which need not outlive it.
class View {
 public:
  // The whole file, byte by byte.
  View();
  // `etype_bytes` is the size of the unit in which pointers count. Code::kArg for a negative displacement; Code::kType for a
  // filetype that is not made of whole etypes, whose bytes lie before the displacement or go back, or, in a file that is
  // written, overlap.
  static Status make(std::int64_t displacement, std::uint64_t etype_bytes, const proto::Layout& filetype, bool writes,
                     View* out);

  [[nodiscard]] std::uint64_t displacement() const noexcept { return displacement_; }
  [[nodiscard]] std::uint64_t etype_bytes() const noexcept { return etype_bytes_; }
  // No byte of the file is in the view.
  [[nodiscard]] bool empty() const noexcept { return filetype_.size() == 0; }
  // The stream is the file from displacement() on.
  [[nodiscard]] bool is_contiguous() const noexcept { return contiguous_; }
  // Tells if stream bytes [first, first + bytes) are all at offsets that a file can have.
  [[nodiscard]] bool reaches(std::uint64_t first, std::uint64_t bytes) const noexcept;

  // Returns the place in the file of a stream byte, which is within reach. The view is not empty.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t stream) const noexcept;
  // Returns the first stream byte that lies at or behind a place in the file; of an empty view 0.
  [[nodiscard]] std::uint64_t stream_at(std::uint64_t offset) const noexcept;

  // Calls visit(Extent) for stream bytes [first, first + bytes), which are within reach. Neighbours come as one extent.
  template <typename Visit>
  void for_each_extent(std::uint64_t first, std::uint64_t bytes, Visit&& visit) const {
    if (bytes == 0) return;
    if (contiguous_) return static_cast<void>(visit(Extent{displacement_ + first, bytes}));
    Extent last;
    proto::for_each_piece(endless(), first, bytes, [&](std::uint64_t offset, std::uint64_t n) {
      if (last.bytes != 0 && last.offset + last.bytes == offset) return static_cast<void>(last.bytes += n);
      if (last.bytes != 0) visit(last);
      last = {offset, n};
    });
    visit(last);
  }

 private:
  [[nodiscard]] proto::Buffer endless() const noexcept;
  // Returns the first packed byte of one filetype whose displacement is `place` or more.
  [[nodiscard]] std::uint64_t packed_at(std::int64_t place) const noexcept;
  [[nodiscard]] std::int64_t place_of(std::uint64_t packed) const noexcept;

  std::uint64_t displacement_ = 0;
  std::uint64_t etype_bytes_ = 1;
  proto::Layout filetype_;
  bool contiguous_ = true;
};

}  // namespace penstock::io
