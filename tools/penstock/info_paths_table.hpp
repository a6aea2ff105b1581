// The answers of the ranks of `penstock info --paths`, put together.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "penstock/info_paths_measure.hpp"
#include "penstock/info_paths_windows.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::tool {

// Reads "8", "64K", "1M", "1G": from 1 byte to 4 GiB.
bool parse_size(std::string_view word, std::uint64_t* out);

// The kinds of memory that --paths covers: host memory and the kinds of penstock_gpu.h. Their index here stands for them.
inline constexpr std::string_view kPathKinds[] = {"host", "pinned", "registered", "managed",    "device",
                                                  "pool", "vmm",    "vmm-chunks", "vmm-private"};
// Returns "all pairs", or the first few as "0->1".
[[nodiscard]] std::string pairs_text(const std::vector<std::pair<int, int>>& pairs, int ranks);
// Returns the index of a kind; -1 for other names.
[[nodiscard]] int path_kind(std::string_view name);

// The key of one message.
struct PathKey {
  int source = 0;
  int destination = 0;
  int from = 0;
  int to = 0;
  std::uint64_t bytes = 0;
  auto operator<=>(const PathKey&) const = default;
};

// The answers of one rank, packed: each text is stored once.
class Answers {
 public:
  void add(const PathKey& key, bool sender, const proto::Route& route);
  void took(const PathKey& key, const Measured& took);
  [[nodiscard]] nlohmann::ordered_json pack() const;

  std::string place;  // the PID namespaces of the ranks, as far as this one knows
  WindowRows windows;

 private:
  int number(const std::string& text);

  std::map<std::string, int> numbers_;
  std::vector<std::string> texts_;
  nlohmann::ordered_json rows_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json took_ = nlohmann::ordered_json::array();
};

class PathTable {
 public:
  // Adds the output of Answers::pack() of one rank.
  void add(const nlohmann::ordered_json& packed);
  // Returns the whole matrix.
  [[nodiscard]] nlohmann::ordered_json json() const;
  // Returns a line for each path; pairs of ranks that agree share it.
  [[nodiscard]] std::string text() const;
  // Returns a table of kinds x kinds for a document, and the place: the path and the bandwidth of the longest size and the time
  // of the shortest, of the slowest pair.
  [[nodiscard]] std::string markdown() const;

  int ranks = 0;
  std::string gpu;
  WindowRows windows;
  std::string place;  // that of the last rank that was added, since the first rank is never moved

 private:
  struct Sides {
    proto::Route sender;
    proto::Route receiver;
    Measured took;
  };
  [[nodiscard]] std::string cell(int from, int to, std::uint64_t shortest, std::uint64_t longest) const;
  std::map<PathKey, Sides> sides_;
  bool measured_ = false;
};

}  // namespace penstock::tool
