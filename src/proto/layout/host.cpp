// Packing, unpacking and copying by the CPU.
#include <algorithm>
#include <cstring>

#include "proto/layout/moves.hpp"
#include "proto/layout/pack.hpp"
#include "proto/layout/shape.hpp"
#include "proto/layout/walk.hpp"

namespace penstock::proto {
namespace {

using kernels::Strided;

// Irregularly placed blocks are prefetched this many ahead, since the processor does not predict their addresses.
constexpr std::uint64_t kAhead = 16;

// Repeated structures are moved piece by piece through a tile: as many structures as this size holds, unless they are too few.
constexpr std::uint64_t kTile = 8192;
constexpr std::uint64_t kFewest = 4;

std::uint64_t tile_of(std::uint64_t packed, std::int64_t stride) noexcept {
  const auto distance = static_cast<std::uint64_t>(stride < 0 ? -stride : stride);
  return kTile / std::max(packed, distance);
}

// Moves the given bytes, and advances its position in the packed bytes.
template <Direction direction>
class HostMover {
 public:
  HostMover(const Buffer& buffer, std::byte* packed) noexcept
      : base_(static_cast<std::byte*>(buffer.address)), layout_(*buffer.layout), count_(buffer.count), packed_(packed) {}

  void move(std::uint64_t first, std::uint64_t bytes) noexcept {
    if (count_ == 1 && layout_.shared_plan() == nullptr) {
      const Run& only = layout_.plan().runs.front();
      return move_shape(only.shape, only.offset, first, bytes);
    }
    Strided whole;
    if (layout_.as_strided(0, count_, &whole)) {
      return move_shape(whole, static_cast<std::int64_t>(whole.base), first, bytes);
    }
    const PlanView plan = layout_.plan();
    PlanCursor cursor(plan, count_, layout_.extent(), first / plan.bytes);
    if (const std::uint64_t skip = first % plan.bytes; skip != 0) {
      const std::uint64_t part = std::min(plan.bytes - skip, bytes);
      move_part(plan, cursor.offset(), skip, part);
      bytes -= part;
      cursor.next(1);
    }
    while (bytes >= plan.bytes) {
      const std::uint64_t whole_ones = std::min(cursor.left(), bytes / plan.bytes);
      move_plans(plan, cursor.offset(), whole_ones, cursor.stride());
      bytes -= whole_ones * plan.bytes;
      cursor.next(whole_ones);
    }
    if (bytes > 0) move_part(plan, cursor.offset(), 0, bytes);
  }

 private:
  void move_bytes(std::int64_t offset, std::uint64_t bytes) noexcept {
    move_block<direction, 0>(base_ + offset, packed_, bytes);
    packed_ += bytes;
  }

  void move_part(const PlanView& plan, std::int64_t offset, std::uint64_t first, std::uint64_t bytes) noexcept {
    for_each_run(plan, offset, first, bytes, [&](const Run& run, std::int64_t at, std::uint64_t from, std::uint64_t length) {
      move_run(plan, run, at, from, length);
    });
  }

  void move_plans(const PlanView& plan, std::int64_t offset, std::uint64_t times, std::int64_t stride) noexcept {
    if (plan.runs.size() == 1 && plan.runs.front().kind == Run::Kind::kPieces) {
      return move_pieces(plan, plan.runs.front(), offset, times, stride);
    }
    for (std::uint64_t i = 0; i < times; ++i, offset += stride) {
      for (const Run& run : plan.runs) move_run(plan, run, offset, 0, run.bytes);
    }
  }

  void move_run(const PlanView& plan, const Run& run, std::int64_t offset, std::uint64_t first, std::uint64_t bytes) noexcept {
    const bool whole = first == 0 && bytes == run.bytes;
    if (run.kind == Run::Kind::kStrided) return move_shape(run.shape, offset + run.offset, first, bytes);
    if (run.kind == Run::Kind::kPieces && whole) return move_pieces(plan, run, offset, 1, 0);
    if (run.kind == Run::Kind::kPlaces && run.shape.dims == 0) {
      return move_places(plan, run, offset + run.offset, first, bytes);
    }
    if (run.kind == Run::Kind::kPlaces) return move_shapes(plan, run, offset + run.offset, first, bytes);
    for_each_piece(plan, run, offset, first, bytes, [&](std::int64_t at, std::uint64_t length) { move_bytes(at, length); });
  }

  void move_pieces(const PlanView& plan, const Run& run, std::int64_t offset, std::uint64_t times,
                   std::int64_t stride) noexcept {
    const Piece* const pieces = plan.pieces.data() + run.first;
    std::byte* base = base_ + offset + run.offset;
    for (const std::uint64_t tile = tile_of(run.bytes, stride); times >= kFewest && tile >= kFewest;) {
      const std::uint64_t now = std::min(times, tile);
      for (std::uint64_t i = 0; i < run.count; ++i) {
        const std::uint64_t length = pieces[i + 1].start - pieces[i].start;
        with_width(length, [&]<std::size_t width>() {
          move_column<width>(base + pieces[i].offset, stride, packed_ + pieces[i].start, run.bytes, now, length);
        });
      }
      base += static_cast<std::int64_t>(now) * stride;
      packed_ += now * run.bytes;
      times -= now;
    }
    for (std::uint64_t t = 0; t < times; ++t, base += stride) {
      for (std::uint64_t i = 0; i < run.count; ++i) {
        move_block<direction, 0>(base + pieces[i].offset, packed_ + pieces[i].start, pieces[i + 1].start - pieces[i].start);
      }
      packed_ += run.bytes;
    }
  }

  // Moves one piece of many structures, one after another, so that its width is tested only once.
  template <std::size_t width>
  static void move_column(std::byte* strided, std::int64_t stride, std::byte* packed, std::uint64_t step, std::uint64_t count,
                          std::uint64_t length) noexcept {
    for (std::uint64_t i = 0; i < count; ++i, strided += stride, packed += step) {
      move_block<direction, width>(strided, packed, length);
    }
  }

  // Moves blocks at places: the rest of the first block, whole blocks, the begin of the last.
  void move_places(const PlanView& plan, const Run& run, std::int64_t offset, std::uint64_t first,
                   std::uint64_t bytes) noexcept {
    const std::uint64_t block = run.shape.block;
    const std::int64_t* place = plan.places.data() + run.first + first / block;
    if (const std::uint64_t skip = first % block; skip != 0) {
      const std::uint64_t part = std::min(block - skip, bytes);
      move_bytes(offset + *place++ + static_cast<std::int64_t>(skip), part);
      bytes -= part;
    }
    const std::uint64_t blocks = bytes / block;
    with_width(block, [&]<std::size_t width>() { move_listed<width>(place, blocks, offset, block); });
    if (const std::uint64_t rest = bytes % block; rest != 0) move_bytes(offset + place[blocks], rest);
  }

  template <std::size_t width>
  void move_listed(const std::int64_t* place, std::uint64_t blocks, std::int64_t offset, std::uint64_t block) noexcept {
    std::byte* const base = base_ + offset;
    std::byte* packed = packed_;
    const std::uint64_t step = width == 0 ? block : width;
    const std::uint64_t asked = blocks > kAhead ? blocks - kAhead : 0;
    for (std::uint64_t i = 0; i < asked; ++i, packed += step) {
      __builtin_prefetch(base + place[i + kAhead], direction == Direction::kUnpack);
      move_block<direction, width>(base + place[i], packed, step);
    }
    for (std::uint64_t i = asked; i < blocks; ++i, packed += step) {
      move_block<direction, width>(base + place[i], packed, step);
    }
    packed_ = packed;
  }

  void move_shapes(const PlanView& plan, const Run& run, std::int64_t offset, std::uint64_t first,
                   std::uint64_t bytes) noexcept {
    const std::uint64_t each = run.bytes / run.count;
    const std::int64_t* place = plan.places.data() + run.first + first / each;
    for (std::uint64_t from = first % each; bytes > 0; from = 0, ++place) {
      const std::uint64_t part = std::min(each - from, bytes);
      move_shape(run.shape, offset + *place, from, part);
      bytes -= part;
    }
  }

  void move_shape(const Strided& shape, std::int64_t offset, std::uint64_t first, std::uint64_t bytes) noexcept {
    if (bytes == 0) return;
    if (shape.dims == 0) return move_bytes(offset + static_cast<std::int64_t>(first), bytes);
    if (first == 0 && shape.dims <= 2 && bytes == shape.packed_bytes()) {
      const std::uint64_t rows = shape.dims == 2 ? shape.count[1] : 1;
      return with_width(shape.block, [&]<std::size_t width>() { move_rows<width>(shape, offset, rows, shape.count[0]); });
    }
    Cursor cursor(shape, first);
    while (bytes > 0) {
      const std::int64_t at = offset + cursor.offset();
      if (cursor.within_block() == 0 && bytes >= shape.block) {
        const std::uint64_t rows = cursor.whole_rows(bytes);
        const std::uint64_t blocks = rows > 0 ? shape.count[0] : std::min(cursor.row_left(), bytes / shape.block);
        with_width(shape.block,
                   [&]<std::size_t width>() { move_rows<width>(shape, at, std::max<std::uint64_t>(rows, 1), blocks); });
        bytes -= std::max<std::uint64_t>(rows, 1) * blocks * shape.block;
        rows > 0 ? cursor.next_rows(rows) : cursor.next_blocks(blocks);
      } else {
        const std::uint64_t piece = std::min(shape.block - cursor.within_block(), bytes);
        move_bytes(at, piece);
        cursor.next_bytes(piece);
        bytes -= piece;
      }
    }
  }

  template <std::size_t width>
  void move_rows(const Strided& shape, std::int64_t offset, std::uint64_t rows, std::uint64_t blocks) noexcept {
    const std::int64_t stride = shape.stride[0];
    const std::int64_t row_stride = shape.dims > 1 ? shape.stride[1] : 0;
    const std::uint64_t step = width == 0 ? shape.block : width;
    std::byte* row = base_ + offset;
    std::byte* packed = packed_;
    for (std::uint64_t r = 0; r < rows; ++r, row += row_stride, packed += blocks * step) {
      move_row<direction, width>(row, stride, packed, blocks, step);
    }
    packed_ = packed;
  }

  std::byte* base_;
  const Layout& layout_;
  std::uint64_t count_;
  std::byte* packed_;
};

}  // namespace

void pack_host(const Buffer& buffer, std::uint64_t first, std::span<std::byte> out) {
  if (out.empty()) return;
  if (buffer.layout->is_contiguous(buffer.count)) {
    std::memcpy(out.data(), static_cast<const std::byte*>(buffer.address) + first, out.size());
    return;
  }
  HostMover<Direction::kPack>(buffer, out.data()).move(first, out.size());
}

void unpack_host(const Buffer& buffer, std::uint64_t first, std::span<const std::byte> in) {
  if (in.empty()) return;
  if (buffer.layout->is_contiguous(buffer.count)) {
    std::memcpy(static_cast<std::byte*>(buffer.address) + first, in.data(), in.size());
    return;
  }
  HostMover<Direction::kUnpack>(buffer, const_cast<std::byte*>(in.data())).move(first, in.size());
}

void copy_host(const Buffer& destination, const Buffer& source, std::uint64_t first, std::uint64_t bytes) {
  const bool from_one = source.layout->is_contiguous(source.count);
  const bool to_one = destination.layout->is_contiguous(destination.count);
  auto* to = static_cast<std::byte*>(destination.address) + first;
  const auto* from = static_cast<const std::byte*>(source.address) + first;
  if (bytes == 0) return;
  // This is memmove, since an application may copy a buffer onto itself.
  if (from_one && to_one) return static_cast<void>(std::memmove(to, from, bytes));
  if (from_one) return unpack_host(destination, first, {from, bytes});
  if (to_one) return pack_host(source, first, {to, bytes});
  std::byte bounce[8192];
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t piece = std::min<std::uint64_t>(sizeof(bounce), bytes - done);
    pack_host(source, first + done, {bounce, piece});
    unpack_host(destination, first + done, {bounce, piece});
    done += piece;
  }
}

}  // namespace penstock::proto
