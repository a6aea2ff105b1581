#include "penstock/info_paths_table.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "proto/p2p/explain.hpp"

namespace penstock::tool {
namespace {

using Json = nlohmann::ordered_json;
using proto::Route;

// Combines the routes of the two ranks into the route of the message: the sender alone decides about an eager message;
// otherwise the receiver pulls, asks the sender to push, or asks for pieces.
Route decided(const Route& sender, const Route& receiver) {
  if (sender.method == "eager" || sender.method == "copy") return sender;
  if (receiver.method != "ask for put") return receiver;
  Route route = sender;
  if (route.closed.empty() && route.method != "put") route.closed = receiver.closed;
  return route;
}

std::string time_text(double us) {
  if (us < 0) return "-";
  return us < 1000 ? fmt::format("{:.1f} us", us) : fmt::format("{:.2f} ms", us / 1000);
}

}  // namespace

std::string pairs_text(const std::vector<std::pair<int, int>>& pairs, int ranks) {
  if (static_cast<int>(pairs.size()) == ranks * (ranks - 1)) return "all pairs";
  std::string out;
  for (std::size_t i = 0; i < pairs.size() && i < 4; ++i) {
    out += fmt::format("{}{}->{}", out.empty() ? "" : ", ", pairs[i].first, pairs[i].second);
  }
  return pairs.size() <= 4 ? out : fmt::format("{} and {} more", out, pairs.size() - 4);
}

int path_kind(std::string_view name) {
  const auto* const at = std::ranges::find(kPathKinds, name);
  return at == std::end(kPathKinds) ? -1 : static_cast<int>(at - std::begin(kPathKinds));
}

bool parse_size(std::string_view word, std::uint64_t* out) {
  std::uint64_t unit = 1;
  if (!word.empty()) {
    const std::string_view units = "KMG";
    const std::size_t at = units.find(word.back());
    if (at != std::string_view::npos) {
      unit = std::uint64_t{1024} << (10 * at);
      word.remove_suffix(1);
    }
  }
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *out);
  if (error != std::errc() || end != word.data() + word.size() || *out > (std::uint64_t{4} << 30) / unit) return false;
  *out *= unit;
  return *out > 0;
}

int Answers::number(const std::string& text) {
  const auto [at, fresh] = numbers_.try_emplace(text, static_cast<int>(texts_.size()));
  if (fresh) texts_.push_back(text);
  return at->second;
}

void Answers::add(const PathKey& key, bool sender, const Route& route) {
  rows_.push_back({key.source, key.destination, key.from, key.to, key.bytes, sender, number(route.method), number(route.via),
                   route.us, number(route.reason), number(route.closed)});
}

void Answers::took(const PathKey& key, const Measured& took) {
  took_.push_back({key.source, key.destination, key.from, key.to, key.bytes, took.us, took.first_us});
}

Json Answers::pack() const {
  return {{"place", place}, {"texts", texts_}, {"rows", rows_}, {"took", took_}, {"windows", windows.json()}};
}

void PathTable::add(const Json& packed) {
  const auto key_of = [](const Json& row) { return PathKey{row.at(0), row.at(1), row.at(2), row.at(3), row.at(4)}; };
  place = packed.at("place").get<std::string>();
  const Json& texts = packed.at("texts");
  const auto text = [&texts](const Json& index) { return texts.at(index.get<std::size_t>()).get<std::string>(); };
  for (const Json& row : packed.at("rows")) {
    Sides& sides = sides_[key_of(row)];
    (row.at(5).get<bool>() ? sides.sender : sides.receiver) =
        proto::Route{text(row.at(6)), text(row.at(7)), row.at(8).get<double>(), text(row.at(9)), text(row.at(10))};
  }
  for (const Json& row : packed.at("took")) {
    sides_[key_of(row)].took = {row.at(5).get<double>(), row.at(6).get<double>()};
    measured_ = true;
  }
  windows.take(packed.at("windows"));
}

// Shows the slowest of all pairs of ranks.
std::string PathTable::cell(int from, int to, std::uint64_t shortest, std::uint64_t longest) const {
  std::string name;
  double small = -1, large = -1;
  for (const auto& [key, sides] : sides_) {
    if (key.from != from || key.to != to) continue;
    if (key.bytes == shortest) small = std::max(small, sides.took.us);
    if (key.bytes != longest) continue;
    const Route route = decided(sides.sender, sides.receiver);
    if (sides.took.us >= large) name = fmt::format("{} {}", route.method, route.via);
    large = std::max(large, sides.took.us);
  }
  if (name.empty()) return "-";
  if (large <= 0) return name;
  return fmt::format("{}, {:.1f} GB/s, {:.1f} us", name, static_cast<double>(longest) / large / 1000, small);
}

std::string PathTable::markdown() const {
  std::set<int> kinds;
  std::set<std::uint64_t> sizes;
  for (const auto& [key, sides] : sides_) {
    kinds.insert(key.from);
    sizes.insert(key.bytes);
  }
  if (sizes.empty()) return "";
  std::string out =
      fmt::format("{} ranks, {}, {}. Way and bandwidth of {}, time of {}; of the slowest pair of ranks.\n\n| from \\ to |",
                  ranks, gpu, place, proto::size_text(*sizes.rbegin()), proto::size_text(*sizes.begin()));
  for (const int to : kinds) out += fmt::format(" {} |", kPathKinds[to]);
  out += "\n|---|";
  for (std::size_t i = 0; i < kinds.size(); ++i) out += "---|";
  for (const int from : kinds) {
    out += fmt::format("\n| {} |", kPathKinds[from]);
    for (const int to : kinds) out += fmt::format(" {} |", cell(from, to, *sizes.begin(), *sizes.rbegin()));
  }
  return out + "\n";
}

Json PathTable::json() const {
  Json rows = Json::array();
  for (const auto& [key, sides] : sides_) {
    const Route route = decided(sides.sender, sides.receiver);
    Json row = {{"source", key.source},
                {"destination", key.destination},
                {"from", kPathKinds[key.from]},
                {"to", kPathKinds[key.to]},
                {"bytes", key.bytes},
                {"method", route.method},
                {"via", route.via},
                {"expected_us", nullptr},
                {"reason", route.reason}};
    if (route.us >= 0) row["expected_us"] = route.us;
    if (sides.took.us >= 0) row.update({{"measured_us", sides.took.us}, {"first_us", sides.took.first_us}});
    if (!route.closed.empty()) row["refused"] = route.closed;
    rows.push_back(std::move(row));
  }
  return {{"schema", "penstock-paths/1"},
          {"ranks", ranks},
          {"gpu", gpu},
          {"place", place},
          {"paths", std::move(rows)},
          {"windows", {{"found", windows.facts}, {"ways", windows.json()}}}};
}

std::string PathTable::text() const {
  using Line = std::tuple<int, int, std::uint64_t, std::string, std::string, std::string>;
  struct Group {
    std::vector<std::pair<int, int>> pairs;
    Measured slowest;
  };
  std::map<Line, Group> lines;
  for (const auto& [key, sides] : sides_) {
    const Route route = decided(sides.sender, sides.receiver);
    const std::string name = route.method == "copy" ? route.method : fmt::format("{} {}", route.method, route.via);
    Group& group =
        lines[{key.from, key.to, key.bytes, name, time_text(route.us), route.closed.empty() ? route.reason : route.closed}];
    group.pairs.emplace_back(key.source, key.destination);
    group.slowest.us = std::max(group.slowest.us, sides.took.us);
    group.slowest.first_us = std::max(group.slowest.first_us, sides.took.first_us);
  }
  std::string out =
      fmt::format("{} ranks, {}, {}\nexpected: what the library chooses by; - where it has no figure\n", ranks, gpu, place);
  if (measured_) out += "took: the best of a few messages, of the slowest pair; first: the first one, which maps memory\n";
  const auto took = [this](std::string_view one, std::string_view other) {
    return measured_ ? fmt::format(" {:>10} {:>10}", one, other) : std::string();
  };
  out += fmt::format("\n{:<26} {:>8}  {:<10} {:<13} {:>10}{}  {}\n", "memory", "size", "ranks", "way", "expected",
                     took("took", "first"), "why");
  std::string before;
  for (const auto& [line, group] : lines) {
    const auto& [from, to, bytes, name, time, why] = line;
    const std::string memory = fmt::format("{} -> {}", kPathKinds[from], kPathKinds[to]);
    out += fmt::format("{:<26} {:>8}  {:<10} {:<13} {:>10}{}  {}\n", memory == before ? "" : memory, proto::size_text(bytes),
                       pairs_text(group.pairs, ranks), name, time,
                       took(time_text(group.slowest.us), time_text(group.slowest.first_us)), why);
    before = memory;
  }
  return out + windows.text(ranks);
}

}  // namespace penstock::tool
