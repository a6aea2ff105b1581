#include "mpiexec/words.hpp"

#include <algorithm>
#include <cstddef>

namespace penstock::mpiexec {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// Takes one word, which begins at *at; *at becomes the position behind it.
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

}  // namespace penstock::mpiexec
