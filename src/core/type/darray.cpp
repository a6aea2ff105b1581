// MPI_Type_create_darray: the part of a global array that one process of a grid holds.
#include <algorithm>
#include <limits>
#include <utility>

#include "core/type/datatype.hpp"
#include "proto/layout/shape.hpp"

namespace penstock::core {
namespace {

using proto::Layout;
using proto::Wide;

// One dimension of the array on one process: `blocks` whole blocks of `block` elements, `cycle` apart from
// `start` on, and a shorter block after them.
struct Share {
  std::int64_t start = 0;
  std::int64_t block = 0;
  std::int64_t cycle = 0;
  std::int64_t blocks = 0;
  std::int64_t rest = 0;
};

Status check_dimension(const Distribution& d, std::size_t i) {
  const int argument = d.arguments[i];
  if (d.global_sizes[i] < 1) {
    return Status::error(Code::kArg, "array_of_gsizes[{}] is {}, it must be positive", i, d.global_sizes[i]);
  }
  if (d.grid[i] < 1) return Status::error(Code::kArg, "array_of_psizes[{}] is {}, it must be positive", i, d.grid[i]);
  if (d.kinds[i] == MPI_DISTRIBUTE_NONE) {
    if (d.grid[i] == 1) return Status::ok();
    return Status::error(Code::kArg, "array_of_psizes[{}] is {}; it must be 1 with MPI_DISTRIBUTE_NONE", i, d.grid[i]);
  }
  if (d.kinds[i] != MPI_DISTRIBUTE_BLOCK && d.kinds[i] != MPI_DISTRIBUTE_CYCLIC) {
    return Status::error(Code::kArg,
                         "array_of_distribs[{}] is {}, none of MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC and "
                         "MPI_DISTRIBUTE_NONE",
                         i, d.kinds[i]);
  }
  if (argument == MPI_DISTRIBUTE_DFLT_DARG) return Status::ok();
  if (argument < 1) return Status::error(Code::kArg, "array_of_dargs[{}] is {}, it must be positive", i, argument);
  if (d.kinds[i] == MPI_DISTRIBUTE_BLOCK && static_cast<Wide>(argument) * d.grid[i] < d.global_sizes[i]) {
    return Status::error(Code::kArg, "array_of_dargs[{}] is {}: {} processes with blocks of that many do not hold {} elements",
                         i, argument, d.grid[i], d.global_sizes[i]);
  }
  return Status::ok();
}

Status check(const Distribution& d) {
  if (d.order != MPI_ORDER_C && d.order != MPI_ORDER_FORTRAN) {
    return Status::error(Code::kArg, "order is {}, neither MPI_ORDER_C nor MPI_ORDER_FORTRAN", d.order);
  }
  if (d.size < 1) return Status::error(Code::kArg, "size is {}, it must be positive", d.size);
  if (d.rank < 0 || d.rank >= d.size) return Status::error(Code::kArg, "rank is {}, outside 0..{}", d.rank, d.size - 1);
  Wide processes = 1;
  for (std::size_t i = 0; i < d.global_sizes.size(); ++i) {
    PENSTOCK_TRY(check_dimension(d, i));
    processes = std::min<Wide>(processes * d.grid[i], std::numeric_limits<std::int64_t>::max());
  }
  if (processes == d.size) return Status::ok();
  return Status::error(Code::kArg, "array_of_psizes makes a grid of {} processes, but size is {}",
                       static_cast<std::int64_t>(processes), d.size);
}

Share share_of(const Distribution& d, std::size_t i, int place) {
  const std::int64_t whole = d.global_sizes[i];
  const std::int64_t processes = d.grid[i];
  const bool given = d.arguments[i] != MPI_DISTRIBUTE_DFLT_DARG;
  Share out;
  out.block = whole;
  if (d.kinds[i] == MPI_DISTRIBUTE_BLOCK) out.block = given ? d.arguments[i] : (whole + processes - 1) / processes;
  if (d.kinds[i] == MPI_DISTRIBUTE_CYCLIC) out.block = given ? d.arguments[i] : 1;
  out.start = std::min(out.block * place, whole);
  out.cycle = out.block * processes;
  const std::int64_t left = whole - out.start;
  out.blocks = left / out.cycle + (left % out.cycle >= out.block ? 1 : 0);
  const std::int64_t next = out.start + out.blocks * out.cycle;
  out.rest = std::max<std::int64_t>(whole - next, 0);
  return out;
}

// Spreads `element` in one dimension; the lower bound is 0, and the extent is that of the whole dimension.
Status spread(const Layout& element, const Share& share, std::int64_t stride, std::int64_t extent, Layout* out) {
  Layout blocks;
  Layout rest;
  PENSTOCK_TRY(Layout::vector(element, share.blocks, share.block, share.cycle * stride, &blocks));
  PENSTOCK_TRY(Layout::vector(element, 1, share.rest, 0, &rest));
  const std::int64_t after = share.start + share.blocks * share.cycle;
  const Layout::Block parts[] = {{&blocks, 1, share.start * stride}, {&rest, 1, after * stride}};
  Layout whole;
  PENSTOCK_TRY(Layout::structure(parts, 1, &whole));
  *out = Layout::resized(whole, 0, extent);
  return Status::ok();
}

// Processes are numbered in C order, whatever the order of the array.
std::vector<int> places_of(const Distribution& d) {
  std::vector<int> places(d.grid.size());
  int rest = d.rank;
  for (std::size_t i = places.size(); i-- > 0;) {
    places[i] = rest % d.grid[i];
    rest /= d.grid[i];
  }
  return places;
}

}  // namespace

Status distributed_layout(const Layout& element, const Distribution& d, Layout* out) {
  PENSTOCK_TRY(check(d));
  const std::vector<int> places = places_of(d);
  const std::size_t dims = places.size();
  Layout layout = element;
  std::int64_t stride = element.extent();
  for (std::size_t i = 0; i < dims; ++i) {
    const std::size_t at = d.order == MPI_ORDER_C ? dims - 1 - i : i;
    std::int64_t extent = 0;
    // The last block of a dimension ends less than two cycles after its end.
    std::int64_t reach = 0;
    if (__builtin_mul_overflow(stride, d.global_sizes[at], &extent) || __builtin_mul_overflow(extent, 4, &reach)) {
      return Status::error(Code::kArg, "the array spans more than 2^61 bytes; use smaller sizes");
    }
    Layout wider;
    PENSTOCK_TRY(spread(layout, share_of(d, at, places[at]), stride, extent, &wider));
    layout = std::move(wider);
    stride = extent;
  }
  *out = std::move(layout);
  return Status::ok();
}

}  // namespace penstock::core
