// These arguments describe the most frequent lists in fewer words: one run of equal blocks at a list of places, repeated by one
// loop.
#pragma once

#include <cstdint>

#include "kernels/copy/strided_arguments.hpp"

namespace penstock::kernels {

// In PlacesSide, element i of a launch is element i + skip of the repetition in which the launch starts.
struct PlacesSide {
  std::uint64_t base = 0;   // base of that repetition
  std::uint64_t table = 0;  // address of the places: signed, of 8 bytes, or of 4 (`narrow`)
  std::int64_t stride = 0;  // distance from one repetition to the next
  Divisor each;             // elements of a repetition
  Divisor block;            // elements of a block
  std::uint32_t skip = 0;
  std::uint32_t narrow = 0;
  std::uint32_t repeats = 0;  // the launch continues in the next repetition
};

struct PlacesArguments {
  PlacesSide listed_destination;
  PlacesSide listed_source;
  StridedSide destination;  // used if that side is no list
  StridedSide source;
  std::uint32_t destination_is_list = 0;
  std::uint32_t source_is_list = 0;
  std::uint32_t elements = 0;  // below 2^30
  std::uint32_t reserved = 0;
  accel::Finish finish;
};
static_assert(sizeof(PlacesArguments) <= 4096);

}  // namespace penstock::kernels
