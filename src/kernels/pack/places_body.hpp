// The copy between blocks at places is compiled for GPUs and for the emulated driver. An element needs two divisions and one
// read of the table, so more threads fit a multiprocessor than with the general list.
#pragma once

#include "kernels/copy/strided_body.hpp"
#include "kernels/pack/places_arguments.hpp"

namespace penstock::kernels {

template <typename Element>
struct PlacesAt {
  const PlacesSide& side;

  PENSTOCK_DEVICE std::uint64_t operator()(std::uint32_t index) const {
    std::uint32_t position = index + side.skip;
    std::uint64_t base = side.base;
    if (side.repeats != 0) {
      const std::uint32_t turn = divide(position, side.each);
      position -= turn * side.each.value;
      base += static_cast<std::uint64_t>(static_cast<std::int64_t>(turn) * side.stride);
    }
    const std::uint32_t block = divide(position, side.block);
    const std::uint32_t inside = (position - block * side.block.value) * static_cast<std::uint32_t>(sizeof(Element));
    const std::int64_t place = side.narrow != 0 ? sync::GlobalPtr<std::int32_t>(side.table + std::uint64_t{block} * 4).load()
                                                : sync::GlobalPtr<std::int64_t>(side.table + std::uint64_t{block} * 8).load();
    return base + static_cast<std::uint64_t>(place) + inside;
  }
};

template <typename Element>
PENSTOCK_DEVICE void copy_places_body(const PlacesArguments& arguments, const sync::GpuThread& self) {
  const PlacesAt<Element> to{arguments.listed_destination};
  const PlacesAt<Element> from{arguments.listed_source};
  const std::uint32_t elements = arguments.elements;
  if (arguments.source_is_list == 0) {
    if (arguments.source.dims == 0) {
      copy_tiles<Element>(to, StridedAt<Element, 0>{arguments.source}, elements, self);
    } else {
      copy_tiles<Element>(to, StridedAt<Element, -1>{arguments.source}, elements, self);
    }
  } else if (arguments.destination_is_list == 0) {
    if (arguments.destination.dims == 0) {
      copy_tiles<Element>(StridedAt<Element, 0>{arguments.destination}, from, elements, self);
    } else {
      copy_tiles<Element>(StridedAt<Element, -1>{arguments.destination}, from, elements, self);
    }
  } else {
    copy_tiles<Element>(to, from, elements, self);
  }
  sync::finish(self, arguments.finish);
}

}  // namespace penstock::kernels
