// A view is the part of a file that a rank can access: the bytes of a filetype that is repeated without end, beginning at a
// displacement. The stream of a view is the sequence of these bytes without the gaps.
#pragma once

#include <cstdint>
#include <utility>

#include "base/status.hpp"
#include "proto/layout/layout.hpp"
#include "proto/layout/walk.hpp"

namespace penstock::io {

// A contiguous range of bytes of the file.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool operator==(const Extent&) const = default;
};

// A view is immutable. It shares the large parts of the layout from which it was made, which need not outlive it.
class View {
 public:
  // Makes a view of all bytes of the file.
  View();
  // `etype_bytes` is the size of the etype. Fails with Code::kArg if the displacement is negative, and with Code::kType if the
  // filetype is not made of whole etypes, if its displacements are negative or decrease from one etype to the next, or, in a
  // file that is open for writing, if its blocks overlap.
  static Status make(std::int64_t displacement, std::uint64_t etype_bytes, const proto::Layout& filetype, bool writes,
                     View* out);

  [[nodiscard]] std::uint64_t displacement() const noexcept { return displacement_; }
  [[nodiscard]] std::uint64_t etype_bytes() const noexcept { return etype_bytes_; }
  // Returns true if no byte of the file is in the view.
  [[nodiscard]] bool empty() const noexcept { return filetype_.size() == 0; }
  // Returns true if the view has no gaps: its stream is the file from displacement() on.
  [[nodiscard]] bool is_contiguous() const noexcept { return contiguous_; }
  // Returns true if all stream bytes [first, first + bytes) have file offsets of at most the largest offset.
  [[nodiscard]] bool reaches(std::uint64_t first, std::uint64_t bytes) const noexcept;

  // Returns the file offset of a stream byte. reaches() must hold for the byte, so the view is not empty.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t stream) const noexcept;
  // Returns a range of the file that contains stream bytes [first, first + bytes), of which there is at least one. It is the
  // smallest such range if no blocks overlap.
  [[nodiscard]] Extent range_of(std::uint64_t first, std::uint64_t bytes) const noexcept;
  // Returns the number of etypes of the view whose first byte lies before `offset` in the file: the position of the end of a
  // file of that size (MPI-5.0, section 14.1.1).
  [[nodiscard]] std::uint64_t etypes_before(std::uint64_t offset) const noexcept;

  // Calls visit(Extent) for each extent of stream bytes [first, first + bytes), for which reaches() must hold. Adjacent extents
  // are merged.
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
  // Returns the number of etypes of one filetype whose displacements are less than `place`.
  [[nodiscard]] std::uint64_t etypes_of_one_before(std::int64_t place) const noexcept;
  [[nodiscard]] std::int64_t place_of(std::uint64_t packed) const noexcept;

  std::uint64_t displacement_ = 0;
  std::uint64_t etype_bytes_ = 1;
  proto::Layout filetype_;
  bool contiguous_ = true;
  bool overlaps_ = false;  // some blocks of the filetype, or of one and the next, overlap
};

}  // namespace penstock::io
