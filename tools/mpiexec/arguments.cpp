#include "mpiexec/arguments.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "base/nearest.hpp"
#include "mpiexec/known.hpp"
#include "mpiexec/words.hpp"

namespace penstock::mpiexec {
namespace {

using Words = std::vector<std::string>;
using Use = Known::Use;

// True for a word that contains the number of ranks: -n4.
bool is_short_count(std::string_view word) {
  return word.size() > 2 && word.starts_with("-n") && word.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

// Returns the number of following words that belong to an option. NAME=VALUE is one word where Hydra has NAME VALUE.
std::size_t values_of(const Known& known, const Words& words, std::size_t at) {
  const bool one = known.use == Use::kPair && at + 1 < words.size() && words[at + 1].find('=') != std::string::npos;
  return one ? 1 : static_cast<std::size_t>(known.values);
}

// Splits "--name=value" and "-n4" into two words, so that all spellings are parsed alike.
Words split_values(const Words& words) {
  Words out;
  bool in_options = true;
  std::size_t skip = 0;  // values of the previous option
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (!in_options || skip > 0) {
      out.push_back(word);
      if (skip > 0) --skip;
      continue;
    }
    in_options = word.starts_with('-') && word != "--";
    const std::size_t equals = word.find('=');
    const Known* known = in_options ? find_known(word.substr(0, equals)) : nullptr;
    if (in_options && is_short_count(word)) {
      out.insert(out.end(), {"-n", word.substr(2)});
    } else if (equals != std::string::npos && word.starts_with("--") && known != nullptr && known->values == 1) {
      out.insert(out.end(), {word.substr(0, equals), word.substr(equals + 1)});
    } else {
      out.push_back(word);
      skip = known != nullptr ? values_of(*known, words, at) : 0;
    }
  }
  return out;
}

// Adds each name of "A,B" that has a value here, because a launcher passes on only variables that are set.
void add_list(std::string_view option, std::string_view list, Words* out) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string name(list.substr(0, end));
    if (!name.empty() && std::getenv(name.c_str()) != nullptr) out->insert(out->end(), {std::string(option), name});
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

void add_full(std::string_view text, const std::string& value, Words* out) {
  const std::size_t blank = text.find(' ');
  std::string own(text.substr(blank + 1));
  if (const std::size_t at = own.find("{}"); at != std::string::npos) own.replace(at, 2, value);
  out->insert(out->end(), {std::string(text.substr(0, blank)), own});
}

Status unknown(const std::string& word) {
  const std::string name = word.substr(std::min(word.find_first_not_of('-'), word.size()), word.find('='));
  const std::string near = base::nearest(name, known_names());
  if (near.empty()) {
    return Status::error(Code::kArg, "there is no option {}; the program and its arguments come after all of mpiexec's own",
                         word);
  }
  return Status::error(Code::kArg, "there is no option {}; the nearest is {}{}", word, near.size() > 1 ? "--" : "-", near);
}

// The values of an option are values[0] and the following, `count` of them.
Status rewrite(const std::string& word, const Known& known, const std::string* values, std::size_t count, Words* out,
               Words* notes) {
  const std::string first = count > 0 ? values[0] : std::string();
  switch (known.use) {
    case Use::kKeep:
      out->emplace_back(known.text);
      if (known.values == 1) out->push_back(first);
      break;
    case Use::kFull: add_full(known.text, first, out); break;
    case Use::kPair: out->insert(out->end(), {std::string(known.text), count == 1 ? first : first + "=" + values[1]}); break;
    case Use::kList: add_list(known.text, first, out); break;
    case Use::kIgnore: notes->push_back(fmt::format("{} has no effect: {}", word, known.text)); break;
    case Use::kRefuse: return Status::error(Code::kUnsupported, "{} is not supported: {}", word, known.text);
  }
  return Status::ok();
}

bool is_hidden(std::string_view word) {
  return word == "--take-placement" || word == "--watch-stacks";
}

}  // namespace

Status expand_files(Words* words) {
  for (std::size_t i = 0; i < words->size() && (*words)[i].starts_with('-') && (*words)[i] != "--"; ++i) {
    const Known* known = find_known((*words)[i]);
    if (known == nullptr) continue;
    if (known->text != "--configfile") {
      i += values_of(*known, *words, i);
      continue;
    }
    if (i + 2 != words->size())
      return Status::error(Code::kArg, "{} FILE ends the line: all programs stand in the file", (*words)[i]);
    std::ifstream file((*words)[i + 1]);
    if (!file) return Status::error(Code::kArg, "{} {}: the file cannot be read", (*words)[i], (*words)[i + 1]);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    Words more;
    PENSTOCK_TRY(read_lines(text, &more).within((*words)[i + 1]));
    words->resize(i);
    words->insert(words->end(), more.begin(), more.end());
    return Status::ok();
  }
  return Status::ok();
}

std::vector<Words> split_parts(const Words& words) {
  std::vector<Words> parts(1);
  for (const std::string& word : words) {
    if (word == ":") {
      parts.emplace_back();
    } else {
      parts.back().push_back(word);
    }
  }
  return parts;
}

Status translate(const Words& words, Words* out, Words* notes) {
  const Words in = split_values(words);
  std::size_t i = 0;
  while (i < in.size() && in[i].starts_with('-') && in[i] != "--") {
    if (is_hidden(in[i])) {
      out->push_back(in[i++]);
      continue;
    }
    const Known* known = find_known(in[i]);
    if (known == nullptr) return unknown(in[i]);
    const std::size_t values = values_of(*known, in, i);
    if (i + values >= in.size() && values > 0) {
      return Status::error(Code::kArg, "{} needs {} and a program after it; see mpiexec --help", in[i],
                           values == 1 ? "a value" : fmt::format("{} values", values));
    }
    PENSTOCK_TRY(rewrite(in[i], *known, in.data() + i + 1, values, out, notes));
    i += 1 + values;
  }
  out->insert(out->end(), in.begin() + static_cast<std::ptrdiff_t>(i), in.end());
  return Status::ok();
}

}  // namespace penstock::mpiexec
