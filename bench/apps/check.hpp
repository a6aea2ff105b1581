// Whether a field is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "demo/grid.hpp"
#include "options.hpp"

namespace bench::apps {

// Of all inner cells' bits and places, the same on every rank, however the field is shared. All ranks call it.
[[nodiscard]] std::uint64_t checksum(const demo::Block& block, bool single, const std::vector<std::byte>& cells);

// The whole field after all iterations, by one rank on the host.
class Reference {
 public:
  // Computed on rank 0 if the options and the size of the field ask for it; the others get to know.
  Reference(const Options& options, const demo::Grid& grid);
  [[nodiscard]] bool wanted() const { return wanted_; }
  // The largest difference from it, on rank 0. All ranks call it, if it is wanted.
  [[nodiscard]] double difference(const demo::Block& block, const std::vector<std::byte>& cells) const;
  // What is allowed: a GPU fuses multiplications and additions, which rounds differently.
  [[nodiscard]] double limit() const { return single_ ? 1e-4 : 1e-12; }

 private:
  bool wanted_, single_;
  demo::Grid grid_;
  demo::Block whole_;
  std::vector<double> double_;
  std::vector<float> float_;
};

}  // namespace bench::apps
