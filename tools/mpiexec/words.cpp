#include "mpiexec/words.hpp"

#include <algorithm>
#include <cstddef>

namespace penstock::mpiexec {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// One word, which begins at *at. *at: behind it.
Status take_word(std::string_view text, std::size_t* at, std::string* out) {
  char quote = 0;
  for (; *at < text.size(); ++*at) {
    const char c = text[*at];
    if (quote == 0 && kBlank.find(c) != std::string_view::npos) break;
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote && quote != 0) {
      quote = 0;
    } else if (c == '\\' && quote != '\'' && *at + 1 < text.size()) {
      out->push_back(text[++*at]);
    } else {
      out->push_back(c);
    }
  }
  if (quote != 0) return Status::error(Code::kArg, "'{}': a {} is not closed", text, quote);
  return Status::ok();
}

// Letters that have to be changed, left out, added, or exchanged with the next one.
std::size_t changes(std::string_view a, std::string_view b) {
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

}  // namespace

Status split_words(std::string_view text, std::vector<std::string>* out) {
  std::size_t at = 0;
  while ((at = text.find_first_not_of(kBlank, at)) != std::string_view::npos) {
    PENSTOCK_TRY(take_word(text, &at, &out->emplace_back()));
  }
  return Status::ok();
}

Status read_lines(std::string_view text, std::vector<std::string>* out) {
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\\') && !text.empty()) {
      line.back() = ' ';
      continue;
    }
    const std::size_t first = line.find_first_not_of(kBlank);
    if (first != std::string::npos && line[first] != '#') {
      if (!out->empty()) out->emplace_back(":");
      PENSTOCK_TRY(split_words(line, out));
    }
    line.clear();
  }
  return out->empty() ? Status::error(Code::kArg, "the file names no program") : Status::ok();
}

std::string nearest(std::string_view word, const std::vector<std::string_view>& names) {
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string out;
  for (const std::string_view name : names) {
    if (const std::size_t count = changes(word, name); count < least) {
      least = count;
      out = name;
    }
  }
  return out;
}

}  // namespace penstock::mpiexec
