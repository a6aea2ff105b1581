// Allocations of this process that peers have not mapped: each peer's mapping of one costs some 100 us, so that data of the
// first calls go through workspace, until that has cost as much as the mappings (the ski-rental rule: never more than
// twice the best). A program that allocates its buffers anew for each call has none of them mapped.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/config.hpp"

namespace penstock::coll {

// Of all communicators of a process. Not thread-safe. Memory is bounded: an allocation that shares its place with another
// starts anew.
class FirstUses {
 public:
  // Outlives it, and may be read later: PENSTOCK_MAP_AFTER_US is what exporting, mapping and closing one costs at most; 0:
  // every allocation is mapped when first met.
  explicit FirstUses(const Config& config) noexcept : config_(config) {}

  // What a use costs more than one of memory that is mapped.
  struct Cost {
    double us;            // launches, and waits for their ends
    double bytes_per_us;  // of what is copied
    std::uint64_t most;   // longer data are mapped at once
  };
  // Through workspace slices: there would be little room for others.
  static constexpr Cost kWorkspace = {20, 1.2e6, 64 << 20};
  // Through FIFOs, while they are pipelined: 64 MiB between two H200 take 20 to 35 us longer.
  static constexpr Cost kPipelines = {5, 1.8e6, std::uint64_t{1} << 40};

  // A call is about to use `bytes` of an allocation. True: let peers map it, now and from now on.
  [[nodiscard]] bool worth_mapping(std::uint64_t buffer_id, std::uint64_t bytes, const Cost& use) {
    if (config_.map_after_us == 0 || bytes > use.most) return true;
    if (!table_) table_ = std::make_unique<std::array<Entry, kPlaces>>();
    Entry& entry = (*table_)[buffer_id % kPlaces];
    if (entry.buffer_id != buffer_id) entry = {buffer_id, 0};
    const double cost = use.us + static_cast<double>(bytes) / use.bytes_per_us;
    if (entry.spent_us + cost >= static_cast<double>(config_.map_after_us)) return true;
    entry.spent_us += cost;
    return false;
  }

 private:
  static constexpr std::size_t kPlaces = 512;
  struct Entry {
    std::uint64_t buffer_id = 0;
    double spent_us = 0;
  };
  const Config& config_;
  std::unique_ptr<std::array<Entry, kPlaces>> table_;
};

}  // namespace penstock::coll
