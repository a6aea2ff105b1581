#include "buckets.hpp"

#include <algorithm>

#include "mpi_call.hpp"

namespace bench::hybrid {
namespace {

bool before(const Record& a, const Record& b) {
  return a.key < b.key;
}

// Divides the records into a part for each thread, by their keys, and sorts the parts at the same time.
void sort(std::span<Record> records, int threads) {
  std::vector<std::size_t> cuts(static_cast<std::size_t>(threads) + 1, 0);
  for (std::size_t thread = 1; thread < cuts.size(); ++thread) {
    cuts[thread] = records.size() * thread / static_cast<std::size_t>(threads);
    if (thread + 1 == cuts.size()) break;
    const auto from = records.begin() + static_cast<std::ptrdiff_t>(cuts[thread - 1]);
    std::nth_element(from, records.begin() + static_cast<std::ptrdiff_t>(cuts[thread]), records.end(), before);
  }
  on_threads(threads, [&](int thread) {
    const auto part = static_cast<std::size_t>(thread);
    std::sort(records.begin() + static_cast<std::ptrdiff_t>(cuts[part]),
              records.begin() + static_cast<std::ptrdiff_t>(cuts[part + 1]), before);
  });
}

}  // namespace

Buckets::Buckets(const Plan& plan, const std::filesystem::path& folder) : plan_(plan) {
  for (std::size_t i = 0; i < plan.buckets(); ++i) {
    buckets_.emplace_back(folder / ("bucket." + std::to_string(i)));
  }
}

Buckets::~Buckets() {
  std::error_code ignored;  // the folder is removed with all that is in it
  for (const Bucket& bucket : buckets_) std::filesystem::remove(bucket.path, ignored);
}

void Buckets::append(std::size_t bucket, std::span<const Record> records) {
  Bucket& to = buckets_[bucket];
  to.file.write(to.records, records);
  to.records += records.size();
}

void Buckets::sort_into(const RecordFile& output, int threads) {
  std::uint64_t largest = 0, written = 0;
  for (const Bucket& bucket : buckets_) largest = std::max(largest, bucket.records);
  if (largest > plan_.largest_bucket()) {
    throw Failure("a bucket has " + std::to_string(largest) + " records, and half of the memory has room for " +
                  std::to_string(plan_.largest_bucket()) + ": raise --limit");
  }
  std::vector<Record> memory(largest);
  for (const Bucket& bucket : buckets_) {
    const std::span<Record> records = bucket.file.read(0, std::span(memory).first(bucket.records));
    if (records.size() != bucket.records) throw Failure(bucket.path.string() + " is shorter than what was written to it");
    sort(records, threads);
    output.write(written, records);
    written += records.size();
  }
}

}  // namespace bench::hybrid
