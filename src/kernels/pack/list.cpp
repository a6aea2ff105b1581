#include "kernels/pack/list.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "kernels/copy/launch_shape.hpp"
#include "kernels/copy/strided_plan.hpp"
#include "kernels/pack/places.hpp"

namespace penstock::kernels {
namespace {

constexpr std::string_view kPlacesNames[] = {"penstock_copy_places_1", "penstock_copy_places_2", "penstock_copy_places_4",
                                             "penstock_copy_places_8", "penstock_copy_places_16"};
constexpr std::string_view kNames[] = {"penstock_copy_list_1", "penstock_copy_list_2", "penstock_copy_list_4",
                                       "penstock_copy_list_8", "penstock_copy_list_16"};
// More threads do not fit a multiprocessor's registers.
constexpr int kMostThreads = 512;
// Positions of a launch stay below twice this number if 32-bit arithmetic is used.
constexpr std::uint64_t kMostNarrow = std::uint64_t{1} << 30;

std::uint64_t bits_of(const CopySide& side) noexcept {
  if (side.list == nullptr) return address_bits(side.shape);
  const List& list = *side.list;
  std::uint64_t bits = list.base | list.bits;
  for (int d = 0; d < list.depth; ++d) {
    if (list.repeat[d].count > 1) bits |= static_cast<std::uint64_t>(list.repeat[d].stride) | list.bytes;
  }
  return bits;
}

// Returns the number of elements that the side can serve.
std::uint64_t make_list_side(const List& list, unsigned element, std::uint64_t first, ListSide* out) noexcept {
  const std::uint64_t byte = first * element;
  out->base = list.base;
  out->skip = byte % list.bytes;
  out->bytes = make_list_divisor(list.bytes);
  out->tables = list.tables;
  out->only = list.only;
  out->runs = list.runs;
  out->narrow = list.narrow ? 1 : 0;
  bool wide = list.bytes >= kMostNarrow;
  std::uint64_t turn = byte / list.bytes;
  const int last = list.depth - 1;
  out->depth = list.depth;
  for (int d = 0; d < last; ++d) {
    const ListRepeat& repeat = list.repeat[d];
    out->loop[d] = {make_list_divisor(repeat.count), repeat.stride, turn % repeat.count};
    wide |= repeat.count >= kMostNarrow;
    turn /= repeat.count;
  }
  out->loop[last].stride = list.repeat[last].stride;
  out->base += turn * static_cast<std::uint64_t>(list.repeat[last].stride);
  out->wide = wide ? 1 : 0;
  return wide ? kMostPieceElements : (2 * kMostNarrow - out->skip) / element;
}

std::uint64_t packed_bytes(const CopySide& side) noexcept {
  return side.list != nullptr ? side.list->packed_bytes() : side.shape.packed_bytes();
}

struct Work {
  const CopySide& to;
  const CopySide& from;
  unsigned element;
  std::uint64_t first;  // elements
  std::uint64_t left;
};

// The ticket of a copy stands for its last piece.
template <typename Arguments>
Status launch(const Config& config, const accel::DeviceLimits& limits, accel::Queue& queue, std::string_view kernel,
              Arguments* piece, bool last, accel::Ticket* out) {
  const LaunchShape shape = launch_shape(config, limits, piece->elements);
  if (!last) return queue.launch(kernel, {shape.blocks, 1, 1}, {shape.threads, 1, 1}, piece, sizeof *piece);
  return queue.launch_and_mark(kernel, {shape.blocks, 1, 1}, {shape.threads, 1, 1}, piece, sizeof *piece, &piece->finish, out);
}

Status launch_piece(const Config& config, accel::Queue& queue, const Work& work, std::uint64_t* done, accel::Ticket* out) {
  accel::DeviceLimits limits = queue.limits();
  const int width = std::countr_zero(work.element);
  if (PlacesArguments piece; make_places_piece(work.to, work.from, work.element, work.first, work.left, &piece)) {
    *done = piece.elements;
    return launch(config, limits, queue, kPlacesNames[width], &piece, *done == work.left, out);
  }
  limits.block_threads = std::min(limits.block_threads, kMostThreads);
  ListArguments piece = make_list_piece(work.to, work.from, work.element, work.first, work.left);
  *done = piece.elements;
  return launch(config, limits, queue, kNames[width], &piece, *done == work.left, out);
}

}  // namespace

std::uint64_t List::packed_bytes() const noexcept {
  std::uint64_t all = bytes;
  for (int d = 0; d < depth; ++d) all *= repeat[d].count;
  return all;
}

ListDivisor make_list_divisor(std::uint64_t value) noexcept {
  ListDivisor out;
  out.value = value;
  if (value < kMostNarrow) out.fast = make_divisor(static_cast<std::uint32_t>(value));
  return out;
}

unsigned list_element(const CopySide& to, const CopySide& from, std::uint64_t first, std::uint64_t bytes) noexcept {
  return 1U << std::countr_zero(bits_of(to) | bits_of(from) | first | bytes | 16);
}

ListArguments make_list_piece(const CopySide& to, const CopySide& from, unsigned element, std::uint64_t first,
                              std::uint64_t elements) noexcept {
  ListArguments out;
  out.destination_is_list = to.list != nullptr ? 1 : 0;
  out.source_is_list = from.list != nullptr ? 1 : 0;
  const std::uint64_t into = to.list != nullptr ? make_list_side(*to.list, element, first, &out.listed_destination)
                                                : make_strided_side(to.shape, element, first, &out.destination);
  const std::uint64_t out_of = from.list != nullptr ? make_list_side(*from.list, element, first, &out.listed_source)
                                                    : make_strided_side(from.shape, element, first, &out.source);
  out.elements = static_cast<std::uint32_t>(std::min({elements, into, out_of, kMostPieceElements - 1}));
  return out;
}

Status copy_list(const Config& config, accel::Queue& queue, const CopySide& to, const CopySide& from, std::uint64_t first,
                 std::uint64_t bytes, accel::Ticket* out) {
  if (bytes == 0) return queue.mark(out);
  if (first + bytes > std::min(packed_bytes(to), packed_bytes(from))) {
    return Status::error(Code::kInternal, "bytes {} to {} of sides of {} and {} bytes", first, first + bytes, packed_bytes(to),
                         packed_bytes(from));
  }
  const CopySide into{to.list, simplified(to.shape)};
  const CopySide out_of{from.list, simplified(from.shape)};
  const unsigned element = list_element(into, out_of, first, bytes);
  std::uint64_t left = bytes / element;
  for (std::uint64_t at = first / element;;) {
    std::uint64_t done = 0;
    PENSTOCK_TRY(launch_piece(config, queue, {into, out_of, element, at, left}, &done, out));
    at += done;
    left -= done;
    if (left == 0) return Status::ok();
  }
}

}  // namespace penstock::kernels
