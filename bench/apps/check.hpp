// Checks that the field of a run is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "demo/grid.hpp"
#include "options.hpp"

namespace bench::apps {

// Returns a checksum over the bits and places of all inner cells. It is the same on every rank and does not depend on how the
// field is distributed. All ranks call it.
[[nodiscard]] std::uint64_t checksum(const demo::Block& block, bool single, const std::vector<std::byte>& cells);

// The whole field after all iterations, computed by one rank on the host.
class Reference {
 public:
  // Rank 0 computes it if the options and the size of the field ask for it; all ranks learn whether it did.
  Reference(const Options& options, const demo::Grid& grid);
  [[nodiscard]] bool wanted() const { return wanted_; }
  // Returns the largest difference from it, on rank 0. All ranks call this, if wanted().
  [[nodiscard]] double difference(const demo::Block& block, const std::vector<std::byte>& cells) const;
  // The difference that is allowed: a GPU fuses multiplications and additions, which rounds differently.
  [[nodiscard]] double limit() const { return single_ ? 1e-4 : 1e-12; }

 private:
  bool wanted_, single_;
  demo::Grid grid_;
  demo::Block whole_;
  std::vector<double> double_;
  std::vector<float> float_;
};

}  // namespace bench::apps
