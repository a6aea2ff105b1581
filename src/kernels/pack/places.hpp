// This header decides which copies the kernels of blocks at places serve, and makes their arguments. It uses no device, so
// tests can call it.
#pragma once

#include "kernels/pack/list.hpp"
#include "kernels/pack/places_arguments.hpp"

namespace penstock::kernels {

// Works as make_list_piece() does. Returns false if a side is a list other than blocks at places that one loop repeats.
[[nodiscard]] bool make_places_piece(const CopySide& to, const CopySide& from, unsigned element, std::uint64_t first,
                                     std::uint64_t elements, PlacesArguments* out) noexcept;

}  // namespace penstock::kernels
