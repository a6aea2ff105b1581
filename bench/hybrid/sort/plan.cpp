#include "plan.hpp"

#include <mpi.h>

#include <algorithm>
#include <numeric>

#include "mpi_call.hpp"

namespace bench::hybrid {
namespace {

constexpr std::size_t kSamplesOfABucket = 32;  // from each rank

}  // namespace

Plan::Plan(const RecordFile& input, std::size_t limit, int rank, int ranks, std::uint64_t seed)
    : limit_(limit), rank_(rank), ranks_(ranks) {
  std::uint64_t most = input.records();
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  buckets_ = std::max<std::size_t>(1, (most * sizeof(Record) + limit / 4 - 1) / (limit / 4));
  const std::size_t all = buckets_ * static_cast<std::size_t>(ranks), samples = kSamplesOfABucket * all;
  if (all > samples || samples * static_cast<std::size_t>(ranks) * sizeof(std::uint64_t) > limit / 4) {
    throw Failure("the sample of " + std::to_string(all) + " buckets does not fit: raise --limit");
  }
  std::vector<std::uint64_t> mine(samples), gathered(samples * static_cast<std::size_t>(ranks));
  for (std::size_t i = 0; i < samples; ++i) {
    Record record{mixed(seed + i), 0};  // without input any key will do
    if (input.records() != 0) input.read(mixed(seed ^ mixed(i)) % input.records(), {&record, 1});
    mine[i] = record.key;
  }
  MPI_Allgather(mine.data(), static_cast<int>(samples), MPI_UINT64_T, gathered.data(), static_cast<int>(samples), MPI_UINT64_T,
                MPI_COMM_WORLD);
  std::sort(gathered.begin(), gathered.end());
  for (std::size_t bucket = 1; bucket < all; ++bucket) cuts_.push_back(gathered[bucket * gathered.size() / all]);
}

std::size_t Plan::bucket_of(std::uint64_t key) const {
  return static_cast<std::size_t>(std::upper_bound(cuts_.begin(), cuts_.end(), key) - cuts_.begin());
}

void Plan::deal(std::span<const Record> records, std::span<Record> out, std::vector<std::size_t>* first) const {
  first->assign(cuts_.size() + 2, 0);
  for (const Record& record : records) ++(*first)[bucket_of(record.key) + 1];
  std::partial_sum(first->begin(), first->end(), first->begin());
  std::vector<std::size_t> next(*first);
  for (const Record& record : records) out[next[bucket_of(record.key)]++] = record;
}

}  // namespace bench::hybrid
