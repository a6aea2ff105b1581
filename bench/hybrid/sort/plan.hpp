// Decides how much memory each part of the sort takes, and which keys go to which rank.
#pragma once

#include <cstdint>
#include <vector>

#include "records.hpp"

namespace bench::hybrid {

// The memory of a rank within a limit of L bytes. While data are distributed: pieces of L/8 that are read, and as much again,
// ordered by bucket. L/4 for symmetric queues, its own and the parts of others' that it touches. While buckets are sorted:
// buckets of L/4 on average and of L/2 at most.
class Plan {
 public:
  // Looks at a sample of every rank's input and divides the keys into as many ranges as there are
  // buckets on all ranks. Collective.
  Plan(const RecordFile& input, std::size_t limit, int rank, int ranks, std::uint64_t seed);

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] std::size_t buckets() const { return buckets_; }  // on each rank
  [[nodiscard]] std::size_t piece() const { return limit_ / 8 / sizeof(Record); }
  [[nodiscard]] std::size_t largest_bucket() const { return limit_ / 2 / sizeof(Record); }
  [[nodiscard]] std::size_t queue_bytes() const { return limit_ / 4 / static_cast<std::size_t>(ranks_); }

  // The number of the record's bucket among the buckets of all ranks; those of rank r begin at r * buckets().
  [[nodiscard]] std::size_t bucket_of(std::uint64_t key) const;

  // Orders the records by bucket. `first` gets the begin of each bucket, and the end.
  void deal(std::span<const Record> records, std::span<Record> out, std::vector<std::size_t>* first) const;

 private:
  const std::size_t limit_;
  const int rank_, ranks_;
  std::size_t buckets_ = 1;
  std::vector<std::uint64_t> cuts_;  // the lowest key of each bucket but the first
};

}  // namespace bench::hybrid
