#include "observe/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace penstock::observe {
namespace {

// A packed row holds at most this many characters of a name; longer names are cut.
constexpr std::size_t kMaxName = 255;

bool same_path(const PathRow& row, std::string_view name, std::string_view source, std::string_view destination) {
  return row.path == name && row.source == source && row.destination == destination;
}

void put_number(std::uint64_t number, std::vector<std::byte>* out) {
  for (unsigned shift = 0; shift < 64; shift += 8) out->push_back(static_cast<std::byte>(number >> shift));
}

void put_name(std::string_view name, std::vector<std::byte>* out) {
  name = name.substr(0, kMaxName);
  out->push_back(static_cast<std::byte>(name.size()));
  for (char c : name) out->push_back(static_cast<std::byte>(c));
}

// Reader takes bytes from the front; once a value does not fit, all later reads fail too.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool number(std::uint64_t* out) {
    if (bytes_.size() < 8) return false;
    *out = 0;
    for (unsigned i = 0; i < 8; ++i) *out |= std::to_integer<std::uint64_t>(bytes_[i]) << (8 * i);
    bytes_ = bytes_.subspan(8);
    return true;
  }
  bool name(std::string* out) {
    if (bytes_.empty()) return false;
    const auto size = std::to_integer<std::size_t>(bytes_[0]);
    if (bytes_.size() - 1 < size) return false;
    out->resize(size);
    if (size != 0) std::memcpy(out->data(), &bytes_[1], size);
    bytes_ = bytes_.subspan(1 + size);
    return std::all_of(out->begin(), out->end(), [](char c) { return c >= ' ' && c <= '~'; });
  }
  [[nodiscard]] bool done() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

bool unpack(std::span<const std::byte> bytes, std::vector<PathRow>* out) {
  Reader reader(bytes);
  std::uint64_t count = 0;
  if (!reader.number(&count) || count > Counters::kMaxRows) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    PathRow row;
    if (!reader.name(&row.path) || !reader.name(&row.source) || !reader.name(&row.destination)) return false;
    if (!reader.number(&row.messages) || !reader.number(&row.bytes) || !reader.number(&row.nanoseconds)) return false;
    out->push_back(std::move(row));
  }
  return reader.done();
}

void add(const PathRow& row, std::vector<PathRow>* into) {
  const auto found = std::find_if(into->begin(), into->end(), [&row](const PathRow& known) {
    return same_path(known, row.path, row.source, row.destination);
  });
  if (found == into->end()) {
    into->push_back(row);
    return;
  }
  found->messages += row.messages;
  found->bytes += row.bytes;
  found->nanoseconds += row.nanoseconds;
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

double microseconds_each(const PathRow& row) {
  return row.messages == 0 ? 0 : static_cast<double>(row.nanoseconds) / 1e3 / static_cast<double>(row.messages);
}

// Bytes per nanosecond are gigabytes per second.
double gigabytes_per_second(const PathRow& row) {
  return row.nanoseconds == 0 ? 0 : static_cast<double>(row.bytes) / static_cast<double>(row.nanoseconds);
}

std::vector<PathRow> by_bytes(std::span<const PathRow> rows) {
  std::vector<PathRow> sorted;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(sorted), [](const PathRow& row) { return row.messages != 0; });
  std::stable_sort(sorted.begin(), sorted.end(), [](const PathRow& a, const PathRow& b) { return a.bytes > b.bytes; });
  return sorted;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c >= ' ' && c <= '~' ? c : '?');
  }
  return out + "\"";
}

}  // namespace

PathId Counters::path(std::string_view name, std::string_view source, std::string_view destination) {
  const auto find = [this](std::string_view n, std::string_view s, std::string_view d) {
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const PathRow& row) { return same_path(row, n, s, d); });
    return static_cast<std::size_t>(found - rows_.begin());
  };
  if (const std::size_t known = find(name, source, destination); known < rows_.size()) return static_cast<PathId>(known);
  rows_.reserve(kMaxRows);
  if (rows_.size() + 1 == kMaxRows) rows_.push_back({"other", "any", "any"});
  if (rows_.size() == kMaxRows) return static_cast<PathId>(kMaxRows - 1);
  rows_.push_back({std::string(name), std::string(source), std::string(destination)});
  return static_cast<PathId>(rows_.size() - 1);
}

std::vector<std::byte> pack(std::span<const PathRow> rows) {
  const auto used = [](const PathRow& row) { return row.messages != 0; };
  std::vector<std::byte> out;
  put_number(static_cast<std::uint64_t>(std::count_if(rows.begin(), rows.end(), used)), &out);
  for (const PathRow& row : rows) {
    if (!used(row)) continue;
    for (std::string_view name : {row.path, row.source, row.destination}) put_name(name, &out);
    for (std::uint64_t number : {row.messages, row.bytes, row.nanoseconds}) put_number(number, &out);
  }
  return out;
}

Status merge_packed(std::span<const std::byte> bytes, std::vector<PathRow>* into) {
  std::vector<PathRow> rows;
  if (!unpack(bytes, &rows)) {
    return Status::error(Code::kProtocol, "a rank sent {} bytes that are no counters; are all ranks of one build?",
                         bytes.size());
  }
  for (const PathRow& row : rows) add(row, into);
  return Status::ok();
}

std::string format_report(std::span<const PathRow> rows, int ranks) {
  const std::vector<PathRow> sorted = by_bytes(rows);
  const std::string who = ranks == 1 ? "1 rank" : fmt::format("{} ranks", ranks);
  if (sorted.empty()) return fmt::format("Penstock: {} sent no message\n", who);
  std::size_t path = 4;
  std::size_t memory = 9;
  for (const PathRow& row : sorted) {
    path = std::max(path, row.path.size());
    memory = std::max(memory, row.source.size() + row.destination.size() + 4);
  }
  std::string out = fmt::format("Penstock: what moved in this job of {}, by path\n", who);
  out += fmt::format("  {:<{}}  {:<{}}  {:>10}  {:>10}  {:>9}  {:>11}  {:>8}\n", "path", path, "from, to", memory, "messages",
                     "bytes", "average", "us/message", "GB/s");
  for (const PathRow& row : sorted) {
    const bool timed = row.nanoseconds != 0;
    out += fmt::format("  {:<{}}  {:<{}}  {:>10}  {:>10}  {:>9}  {:>11}  {:>8}\n", row.path, path,
                       fmt::format("{} -> {}", row.source, row.destination), memory, row.messages, human_bytes(row.bytes),
                       human_bytes(row.bytes / row.messages), timed ? fmt::format("{:.2f}", microseconds_each(row)) : "-",
                       timed ? fmt::format("{:.2f}", gigabytes_per_second(row)) : "-");
  }
  return out;
}

std::string format_json(std::span<const PathRow> rows, int ranks) {
  std::string out = fmt::format("{{\"ranks\": {}, \"paths\": [", ranks);
  const char* separator = "";
  for (const PathRow& row : by_bytes(rows)) {
    out += fmt::format(
        "{}{{\"path\": {}, \"source\": {}, \"destination\": {}, \"messages\": {}, \"bytes\": {}, \"nanoseconds\": {}}}",
        separator, quoted(row.path), quoted(row.source), quoted(row.destination), row.messages, row.bytes, row.nanoseconds);
    separator = ", ";
  }
  return out + "]}";
}

}  // namespace penstock::observe
