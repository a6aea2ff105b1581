// What is sorted, and files of it.
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

// Of a set of records, in whatever order.
struct Digest {
  std::uint64_t count = 0, sum = 0;
  void add(const Record& record) {
    ++count;
    sum += mixed(record.key ^ mixed(record.load));
  }
  bool operator==(const Digest&) const = default;
};

// A file of records that this rank alone reads and writes. Every call throws Failure with the system's reason. Any thread.
class RecordFile {
 public:
  // Empty, whatever was there.
  explicit RecordFile(std::filesystem::path path);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  // Reads as many as fit at record `at`. Returns those that there are.
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
