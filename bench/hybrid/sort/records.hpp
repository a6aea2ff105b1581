// The records that are sorted, and files of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "hybrid/threads.hpp"

namespace bench::hybrid {

struct Record {
  std::uint64_t key, load;
};

// A digest of a set of records that does not depend on their order.
struct Digest {
  std::uint64_t count = 0, sum = 0;
  void add(const Record& record) {
    ++count;
    sum += mixed(record.key ^ mixed(record.load));
  }
  bool operator==(const Digest&) const = default;
};

// A file of records that this rank alone reads and writes. Every call throws Failure with the
// system's reason. Any thread may call.
class RecordFile {
 public:
  // Creates the file or empties it.
  explicit RecordFile(std::filesystem::path path);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  // Reads records from number `at` on, as many as fit into `out`. Returns those that exist.
  std::span<Record> read(std::uint64_t at, std::span<Record> out) const;
  void write(std::uint64_t at, std::span<const Record> records) const;
  [[nodiscard]] std::uint64_t records() const;
  void shorten(std::uint64_t records) const;

 private:
  [[noreturn]] void fail(const char* what) const;

  const std::filesystem::path path_;
  const int file_;
};

}  // namespace bench::hybrid
