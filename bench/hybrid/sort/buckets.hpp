// The files of a rank's buckets, and the sorting of each.
#pragma once

#include <deque>
#include <vector>

#include "plan.hpp"

namespace bench::hybrid {

class Buckets {
 public:
  // The files lie in this folder, and are removed at the end.
  Buckets(const Plan& plan, const std::filesystem::path& folder);
  ~Buckets();
  Buckets(const Buckets&) = delete;
  Buckets& operator=(const Buckets&) = delete;

  // One thread at a time may call it.
  void append(std::size_t bucket, std::span<const Record> records);

  // Sorts one bucket after another, each in memory by `threads`, and writes them to `output`. Throws Failure if one is larger
  // than memory allows, which needs a key that occurs very often.
  void sort_into(const RecordFile& output, int threads);

 private:
  struct Bucket {
    explicit Bucket(const std::filesystem::path& where) : path(where), file(where) {}
    std::filesystem::path path;
    RecordFile file;
    std::uint64_t records = 0;
  };

  const Plan& plan_;
  std::deque<Bucket> buckets_;
};

}  // namespace bench::hybrid
