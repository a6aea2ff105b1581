#include "kernels/pack/places.hpp"

#include <algorithm>

#include "kernels/copy/strided_plan.hpp"

namespace penstock::kernels {
namespace {

bool are_places(const List& list) noexcept {
  const auto repeated =
      std::count_if(list.repeat, list.repeat + list.depth, [](const ListRepeat& each) { return each.count > 1; });
  return list.runs == 1 && list.only.kind == ListKind::kPlaces && list.only.dims == 0 && repeated <= 1;
}

// Works as make_strided_side() does; returns 0 if 32-bit arithmetic does not suffice.
std::uint64_t make_places_side(const List& list, unsigned element, std::uint64_t first, PlacesSide* out) noexcept {
  const std::uint64_t each = list.bytes / element;
  if (each >= kMostPieceElements) return 0;
  const ListRepeat* const loop =
      std::find_if(list.repeat, list.repeat + list.depth - 1, [](const ListRepeat& repeat) { return repeat.count > 1; });
  const std::uint64_t turn = first / each;
  out->base = list.base + static_cast<std::uint64_t>(list.only.offset) + turn * static_cast<std::uint64_t>(loop->stride);
  out->table = list.tables.places + list.only.first * (list.narrow ? 4 : 8);
  out->stride = loop->stride;
  out->each = make_divisor(static_cast<std::uint32_t>(each));
  out->block = make_divisor(static_cast<std::uint32_t>(list.only.block.value / element));
  out->skip = static_cast<std::uint32_t>(first % each);
  out->narrow = list.narrow ? 1 : 0;
  return each * loop->count - first;
}

std::uint64_t make_side(const CopySide& side, unsigned element, std::uint64_t first, PlacesSide* places,
                        StridedSide* strided) noexcept {
  return side.list != nullptr ? make_places_side(*side.list, element, first, places)
                              : make_strided_side(side.shape, element, first, strided);
}

}  // namespace

bool make_places_piece(const CopySide& to, const CopySide& from, unsigned element, std::uint64_t first, std::uint64_t elements,
                       PlacesArguments* out) noexcept {
  for (const CopySide* side : {&to, &from}) {
    if (side->list != nullptr && !are_places(*side->list)) return false;
  }
  const std::uint64_t into = make_side(to, element, first, &out->listed_destination, &out->destination);
  const std::uint64_t out_of = make_side(from, element, first, &out->listed_source, &out->source);
  out->elements = static_cast<std::uint32_t>(std::min({elements, into, out_of, kMostPieceElements - 1}));
  out->destination_is_list = to.list != nullptr ? 1 : 0;
  out->source_is_list = from.list != nullptr ? 1 : 0;
  for (PlacesSide* side : {&out->listed_destination, &out->listed_source}) {
    side->repeats = side->skip + out->elements > side->each.value ? 1 : 0;
  }
  return out->elements > 0;
}

}  // namespace penstock::kernels
