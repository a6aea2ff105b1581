// An access to a dynamic window that no single region holds: regions may be attached one behind the other, and a datatype may
// step from one to another. Each part lies in one region.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.hpp"
#include "core/window/call.hpp"
#include "core/window/table.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::core {

// Contiguous bytes, by their distance from some address.
struct Stretch {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

struct WindowPart {
  proto::rma::Target* region = nullptr;
  std::vector<Stretch> there;  // in packed order, from the region's beginning
  std::uint64_t first = 0;     // of the packed bytes
  std::uint64_t bytes = 0;
};

// Finds the first `bytes` packed bytes of `target`, whose address is the member's (`rank`), in parts. `element` bytes stay
// together.
// Code::kRmaRange: some bytes lie in no region, or an element lies in two.
[[nodiscard]] Status split_by_regions(PeerTable& table, int rank, const proto::Buffer& target, std::uint64_t bytes,
                                      std::uint64_t element, std::vector<WindowPart>* out);

// One element that lies so.
[[nodiscard]] Status layout_of(const std::vector<Stretch>& stretches, proto::Layout* out);
// The packed bytes [first, first + bytes) of `whole`: *part has *layout, which the caller keeps.
[[nodiscard]] Status part_of(const proto::Buffer& whole, std::uint64_t first, std::uint64_t bytes, proto::Layout* layout,
                             proto::Buffer* part);

}  // namespace penstock::core
