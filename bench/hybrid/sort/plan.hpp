// How much memory each part of the sort takes, and which keys go where.
#pragma once

#include <cstdint>
#include <vector>

#include "records.hpp"

namespace bench::hybrid {

// Of a rank, in a limit of L bytes: pieces of L/8 that are read and the same ordered by bucket, while data are dealt; L/4 of
// symmetric queues, its own and what it touches of others'; buckets that are L/4 on average, at most L/2, while they are
// sorted.
class Plan {
 public:
  // Collective. Looks at a sample of every rank's input and cuts the keys into as many ranges as there are buckets on all
  // ranks.
  Plan(const RecordFile& input, std::size_t limit, int rank, int ranks, std::uint64_t seed);

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] std::size_t buckets() const { return buckets_; }  // of each rank
  [[nodiscard]] std::size_t piece() const { return limit_ / 8 / sizeof(Record); }
  [[nodiscard]] std::size_t largest_bucket() const { return limit_ / 2 / sizeof(Record); }
  [[nodiscard]] std::size_t queue_bytes() const { return limit_ / 4 / static_cast<std::size_t>(ranks_); }

  // Number of the record's bucket among those of all ranks; rank r has those from r * buckets() on.
  [[nodiscard]] std::size_t bucket_of(std::uint64_t key) const;

  // The records in the order of their buckets. `first` gets where each begins, and the end.
  void deal(std::span<const Record> records, std::span<Record> out, std::vector<std::size_t>* first) const;

 private:
  const std::size_t limit_;
  const int rank_, ranks_;
  std::size_t buckets_ = 1;
  std::vector<std::uint64_t> cuts_;  // the lowest key of each bucket but the first
};

}  // namespace bench::hybrid
