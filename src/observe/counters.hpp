// What moved, by which path, at what cost: one table per process, merged over the job for the report.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"

namespace penstock::observe {

// One path between two kinds of memory.
struct PathRow {
  std::string path;         // "shm eager", "cma", "ipc pull", ...
  std::string source;       // memory kinds as the report shows them: "host", "device", "managed"
  std::string destination;  //
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t nanoseconds = 0;  // spent on this path by the side that recorded it; 0: nobody looked at the clock

  bool operator==(const PathRow&) const = default;
};

// Registered once, recorded by number afterwards. Numbers are stable for the life of the object.
using PathId = std::uint32_t;

// One per process object. Not thread-safe: recorded under the engine's lock.
class Counters {
 public:
  // Rows beyond this share one row called "other": the table stays bounded whatever registers.
  static constexpr std::size_t kMaxRows = 1024;

  // The row for this combination, made if it is new. Set-up time only: it searches and may allocate.
  [[nodiscard]] PathId path(std::string_view name, std::string_view source, std::string_view destination);

  void record(PathId id, std::uint64_t bytes, std::uint64_t nanoseconds) noexcept {
    PathRow& row = rows_[id];
    ++row.messages;
    row.bytes += bytes;
    row.nanoseconds += nanoseconds;
  }

  // For who counts on a path where record() costs too much. It lies still for the life of the object.
  [[nodiscard]] PathRow& row(PathId id) noexcept { return rows_[id]; }

  [[nodiscard]] std::span<const PathRow> rows() const noexcept { return rows_; }

 private:
  std::vector<PathRow> rows_;
};

// Rows as bytes, to be sent to the rank that prints. Rows that carried nothing are left out.
[[nodiscard]] std::vector<std::byte> pack(std::span<const PathRow> rows);
// Adds another rank's packed rows into `into`, row by row of the same name. Code::kProtocol, with `into` unchanged, if the
// bytes are not what pack() makes.
Status merge_packed(std::span<const std::byte> bytes, std::vector<PathRow>* into);

// A table for people: one line a row, aligned, most bytes first, with averages. Ends with a newline.
[[nodiscard]] std::string format_report(std::span<const PathRow> rows, int ranks);
// The same for programs: {"ranks": n, "paths": [{...}]}.
[[nodiscard]] std::string format_json(std::span<const PathRow> rows, int ranks);

}  // namespace penstock::observe
