// Which copies blocks at places serve, and their arguments. Pure, so tests can walk it.
#pragma once

#include "kernels/pack/list.hpp"
#include "kernels/pack/places_arguments.hpp"

namespace penstock::kernels {

// As make_list_piece(). False where a side is another list than one of blocks at places that one loop repeats.
[[nodiscard]] bool make_places_piece(const CopySide& to, const CopySide& from, unsigned element, std::uint64_t first,
                                     std::uint64_t elements, PlacesArguments* out) noexcept;

}  // namespace penstock::kernels
