// Divides a grid: into equal blocks with the least surface if groups are equal and the nodes are a box, as they are on every
// level of a regular machine; else by repeated cuts across the longest side.
#include <algorithm>
#include <limits>
#include <numeric>

#include "core/topology/reorder.hpp"

namespace penstock::core {
namespace {

struct Grid {
  std::span<const int> dims;
  std::span<const int> periods;
  std::vector<int> strides;  // row-major

  Grid(std::span<const int> all_dims, std::span<const int> all_periods)
      : dims(all_dims), periods(all_periods), strides(all_dims.size(), 1) {
    for (std::size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  }
  [[nodiscard]] int coordinate(int node, std::size_t dim) const { return node / strides[dim] % dims[dim]; }
};

// The smallest box that holds `nodes`.
struct Box {
  std::vector<int> first;
  std::vector<int> length;

  Box(const Grid& grid, std::span<const int> nodes) {
    for (std::size_t dim = 0; dim < grid.dims.size(); ++dim) {
      int low = std::numeric_limits<int>::max();
      int high = -1;
      for (const int node : nodes) {
        low = std::min(low, grid.coordinate(node, dim));
        high = std::max(high, grid.coordinate(node, dim));
      }
      first.push_back(low);
      length.push_back(high - low + 1);
    }
  }
  [[nodiscard]] std::size_t volume() const {
    return std::accumulate(length.begin(), length.end(), std::size_t{1},
                           [](std::size_t all, int one) { return all * static_cast<std::size_t>(one); });
  }
};

// Finds the shape of blocks of `nodes` nodes that tile a box with the fewest links between them. There is one whenever `nodes`
// divides the box: its prime factors can be taken out of the sides one by one.
class BlockSearch {
 public:
  BlockSearch(const Grid& grid, const Box& box, int nodes) : grid_(grid), box_(box), tried_(box.length.size()) {
    go(0, nodes, 0);
  }
  [[nodiscard]] const std::vector<int>& best() const { return best_; }

 private:
  void go(std::size_t dim, int left, std::uint64_t cut) {
    if (cut >= least_) return;
    if (dim == tried_.size()) {
      if (left != 1) return;
      least_ = cut;
      best_ = tried_;
      return;
    }
    const int side = box_.length[dim];
    for (int block = std::min(side, left); block >= 1; --block) {
      if (side % block != 0 || left % block != 0) continue;
      tried_[dim] = block;
      go(dim + 1, left / block, cut + cut_across(dim, side / block));
    }
  }
  [[nodiscard]] std::uint64_t cut_across(std::size_t dim, int blocks) const {
    const bool wraps = grid_.periods[dim] != 0 && box_.length[dim] == grid_.dims[dim] && blocks > 1;
    const std::uint64_t lines = box_.volume() / static_cast<std::uint64_t>(box_.length[dim]);
    return lines * static_cast<std::uint64_t>(blocks - (wraps ? 0 : 1));
  }

  const Grid& grid_;
  const Box& box_;
  std::vector<int> tried_;
  std::vector<int> best_;
  std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
};

Division tile(const Grid& grid, const Box& box, std::span<const int> nodes, std::span<const std::size_t> sizes) {
  const std::vector<int> block = BlockSearch(grid, box, static_cast<int>(sizes.front())).best();
  Division parts(sizes.size());
  for (const int node : nodes) {
    std::size_t part = 0;
    for (std::size_t dim = 0; dim < block.size(); ++dim) {
      const auto blocks = static_cast<std::size_t>(box.length[dim] / block[dim]);
      part = part * blocks + static_cast<std::size_t>((grid.coordinate(node, dim) - box.first[dim]) / block[dim]);
    }
    parts[part].push_back(node);
  }
  return parts;
}

void bisect(const Grid& grid, std::vector<int> nodes, std::span<const std::size_t> sizes, Division* parts) {
  if (sizes.size() == 1) {
    std::ranges::sort(nodes);
    parts->push_back(std::move(nodes));
    return;
  }
  const Box box(grid, nodes);
  const auto longest = static_cast<std::size_t>(std::ranges::max_element(box.length) - box.length.begin());
  std::ranges::sort(nodes, {}, [&](int node) { return std::pair(grid.coordinate(node, longest), node); });
  const std::span<const std::size_t> low = sizes.first(sizes.size() / 2);
  const auto cut = nodes.begin() + static_cast<std::ptrdiff_t>(std::accumulate(low.begin(), low.end(), std::size_t{0}));
  bisect(grid, {nodes.begin(), cut}, low, parts);
  bisect(grid, {cut, nodes.end()}, sizes.subspan(low.size()), parts);
}

}  // namespace

std::vector<Link> grid_links(std::span<const int> dims, std::span<const int> periods) {
  const Grid grid(dims, periods);
  const int nodes = std::accumulate(dims.begin(), dims.end(), 1, std::multiplies<>());
  std::vector<Link> links;
  for (int node = 0; node < nodes; ++node) {
    for (std::size_t dim = 0; dim < dims.size(); ++dim) {
      const int at = grid.coordinate(node, dim);
      const bool last = at + 1 == dims[dim];
      if (last && periods[dim] == 0) continue;
      const int next = node + (last ? -at : 1) * grid.strides[dim];
      links.push_back({node, next});
      links.push_back({next, node});
    }
  }
  return links;
}

Division divide_grid(std::span<const int> dims, std::span<const int> periods, std::span<const int> nodes,
                     std::span<const std::size_t> sizes) {
  const Grid grid(dims, periods);
  const Box box(grid, nodes);
  const bool equal = std::ranges::all_of(sizes, [&](std::size_t size) { return size == sizes.front(); });
  if (equal && box.volume() == nodes.size()) return tile(grid, box, nodes, sizes);
  Division parts;
  bisect(grid, {nodes.begin(), nodes.end()}, sizes, &parts);
  return parts;
}

}  // namespace penstock::core
