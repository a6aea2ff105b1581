// This header finds the valid name that is nearest to a mistyped one. It is header-only, because programs that link no library
// include it too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace penstock::base {

// Counts the letters that have to be changed, removed, added, or exchanged with the next one to turn one name into the other.
[[nodiscard]] inline std::size_t changes_between(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const std::size_t other = a[i - 1] == b[j - 1] ? 0 : 1;
      table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + other});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

// Returns the one of `names` that needs the fewest changes, and the first of several equals. Returns an empty string if more
// than a third of `word` would have to change.
template <typename Names>
[[nodiscard]] std::string nearest(std::string_view word, const Names& names) {
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string out;
  for (const std::string_view name : names) {
    if (const std::size_t changes = changes_between(word, name); changes < least) {
      least = changes;
      out = name;
    }
  }
  return out;
}

// Returns "; the nearest is --NAME" for the first word of a refused command line that looks like an option and is unknown to
// CLI11. Returns an empty string if there is no such word or no option is near it.
template <typename App>
[[nodiscard]] std::string nearest_option(const App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  for (const std::string& word : app.remaining()) {
    if (!word.starts_with('-')) continue;
    const std::string near = nearest(word.substr(0, word.find('=')), names);
    return near.empty() ? near : "; the nearest is " + near;
  }
  return {};
}

}  // namespace penstock::base
