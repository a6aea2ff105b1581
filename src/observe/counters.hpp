// Counters record messages, bytes and time of each path: there is one table per process, and the tables of a job are merged for
// the report.
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

// PathRow counts one path between two kinds of memory.
struct PathRow {
  std::string path;         // "shm eager", "cma", "ipc pull", ...
  std::string source;       // memory kinds as the report shows them: "host", "device", "managed"
  std::string destination;  //
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t nanoseconds = 0;  // time on this path, measured by the side that recorded it; 0: not measured

  bool operator==(const PathRow&) const = default;
};

// A path is registered once and then recorded by number. Numbers are stable for the life of the Counters object.
using PathId = std::uint32_t;

// There is one Counters object per process object. It is not thread-safe: the engine's lock guards it.
class Counters {
 public:
  // Further rows share one row called "other", so the table is bounded whatever is registered.
  static constexpr std::size_t kMaxRows = 1024;

  // Returns the row of this combination and makes it if it is new. It is for set-up only, because it searches and may allocate.
  [[nodiscard]] PathId path(std::string_view name, std::string_view source, std::string_view destination);

  void record(PathId id, std::uint64_t bytes, std::uint64_t nanoseconds) noexcept {
    PathRow& row = rows_[id];
    ++row.messages;
    row.bytes += bytes;
    row.nanoseconds += nanoseconds;
  }

  // Gives direct access to a row where record() costs too much. The reference stays valid for the life of the object.
  [[nodiscard]] PathRow& row(PathId id) noexcept { return rows_[id]; }

  [[nodiscard]] std::span<const PathRow> rows() const noexcept { return rows_; }

 private:
  std::vector<PathRow> rows_;
};

// Packs rows as bytes, for the rank that prints the report. Rows without any traffic are left out.
[[nodiscard]] std::vector<std::byte> pack(std::span<const PathRow> rows);
// Adds another rank's packed rows to the rows of equal name in `into`. Returns Code::kProtocol, and leaves `into` unchanged, if
// the bytes are not the output of pack().
Status merge_packed(std::span<const std::byte> bytes, std::vector<PathRow>* into);

// Formats a table for people: one aligned line per row, with averages, the most bytes first. It ends with a newline.
[[nodiscard]] std::string format_report(std::span<const PathRow> rows, int ranks);
// Formats the table for programs: {"ranks": n, "paths": [{...}]}.
[[nodiscard]] std::string format_json(std::span<const PathRow> rows, int ranks);

}  // namespace penstock::observe
