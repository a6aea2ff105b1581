// This unit splits an access to a dynamic window that no single region holds: regions may be attached one behind the other, and
// a datatype may step from one to another. Each part of the access lies in one region.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.hpp"
#include "core/window/call.hpp"
#include "core/window/table.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::core {

// A stretch has contiguous bytes, at an offset from some address.
struct Stretch {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

struct WindowPart {
  proto::rma::Target* region = nullptr;
  std::vector<Stretch> there;  // The stretches are in packed order, with offsets in the region.
  std::uint64_t first = 0;     // The part begins at this packed byte.
  std::uint64_t bytes = 0;
};

// Finds the parts of the first `bytes` packed bytes of `target`, whose address is one of the process of member `rank`. The
// `element` bytes of each element stay together. Returns Code::kRmaRange where bytes lie in no region, or an element in two.
[[nodiscard]] Status split_by_regions(PeerTable& table, int rank, const proto::Buffer& target, std::uint64_t bytes,
                                      std::uint64_t element, std::vector<WindowPart>* out);

// *out gets the layout whose single element consists of the stretches.
[[nodiscard]] Status layout_of(const std::vector<Stretch>& stretches, proto::Layout* out);
// *part gets the packed bytes [first, first + bytes) of `whole`. It refers to *layout, which must outlive it.
[[nodiscard]] Status part_of(const proto::Buffer& whole, std::uint64_t first, std::uint64_t bytes, proto::Layout* layout,
                             proto::Buffer* part);

}  // namespace penstock::core
