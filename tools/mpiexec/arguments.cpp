#include "mpiexec/arguments.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace penstock::mpiexec {
namespace {

// How we read an option of MPI launchers. `values`: the words that follow and belong to it.
struct Known {
  enum class Use { kKeep, kPair, kIgnore };
  std::string_view name;  // with its dashes taken off
  int values;
  Use use;
  std::string_view text;  // our spelling, or what a note says
};

constexpr std::array kKnown = {
    Known{"n", 1, Known::Use::kKeep, "-n"},
    Known{"np", 1, Known::Use::kKeep, "-n"},
    Known{"x", 1, Known::Use::kKeep, "-x"},
    Known{"env", 2, Known::Use::kPair, "-x"},
    Known{"genv", 2, Known::Use::kPair, "--genv"},
    Known{"wdir", 1, Known::Use::kKeep, "--wdir"},
    Known{"wd", 1, Known::Use::kKeep, "--wdir"},
    Known{"timeout", 1, Known::Use::kKeep, "--timeout"},
    Known{"bind-to", 1, Known::Use::kKeep, "--bind-to"},
    Known{"gpus-per-rank", 1, Known::Use::kKeep, "--gpus-per-rank"},
    Known{"show-placement", 0, Known::Use::kKeep, "--show-placement"},
    Known{"display-map", 0, Known::Use::kKeep, "--show-placement"},
    Known{"report-bindings", 0, Known::Use::kKeep, "--show-placement"},
    Known{"stdin", 1, Known::Use::kKeep, "--stdin"},
    Known{"tag-output", 0, Known::Use::kKeep, "--tag-output"},
    Known{"l", 0, Known::Use::kKeep, "--tag-output"},
    Known{"prepend-rank", 0, Known::Use::kKeep, "--tag-output"},
    Known{"h", 0, Known::Use::kKeep, "--help"},
    Known{"help", 0, Known::Use::kKeep, "--help"},
    Known{"version", 0, Known::Use::kKeep, "--version"},
    Known{"V", 0, Known::Use::kKeep, "--version"},
    Known{"oversubscribe", 0, Known::Use::kIgnore, "more ranks than cores need no permission here"},
    Known{"allow-run-as-root", 0, Known::Use::kIgnore, "root needs no permission here"},
    Known{"ppn", 1, Known::Use::kKeep, "--ppn"},
    Known{"launcher", 1, Known::Use::kKeep, "--launcher"},
    Known{"map-by", 1, Known::Use::kIgnore, "ranks are placed in order; --bind-to says what each is bound to"},
    Known{"memory-alloc-kinds", 1, Known::Use::kIgnore,
          "every kind of memory that Penstock knows is supported, asked for or not"},
    Known{"mca", 2, Known::Use::kIgnore,
          "Open MPI's parameters mean nothing to Penstock, whose own are variables: -x PENSTOCK_..."},
    Known{"gmca", 2, Known::Use::kIgnore,
          "Open MPI's parameters mean nothing to Penstock, whose own are variables: -x PENSTOCK_..."},
    Known{"genvall", 0, Known::Use::kIgnore, "ranks get the whole environment as it is"},
    Known{"host", 1, Known::Use::kKeep, "--hosts"},
    Known{"hosts", 1, Known::Use::kKeep, "--hosts"},
    Known{"H", 1, Known::Use::kKeep, "--hosts"},
    Known{"hostfile", 1, Known::Use::kKeep, "--hostfile"},
    Known{"machinefile", 1, Known::Use::kKeep, "--hostfile"},
    Known{"f", 1, Known::Use::kKeep, "--hostfile"},
};

const Known* find(std::string_view word) {
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  const auto found = std::find_if(kKnown.begin(), kKnown.end(),
                                  [&](const Known& known) { return dashes <= 2 && known.name == word.substr(dashes); });
  return found == kKnown.end() ? nullptr : &*found;
}

// "--name=value" as two words, so that both spellings are read alike.
std::vector<std::string> split_values(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  bool in_options = true;
  int skip = 0;  // values of the option before
  for (const std::string& word : words) {
    if (!in_options || skip > 0) {
      out.push_back(word);
      --skip;
      continue;
    }
    if (!word.starts_with('-') || word == "--") {
      in_options = false;
      out.push_back(word);
      continue;
    }
    const std::size_t equals = word.find('=');
    const Known* known = find(word.substr(0, equals));
    if (equals != std::string::npos && word.starts_with("--") && known != nullptr && known->values == 1) {
      out.push_back(word.substr(0, equals));
      out.push_back(word.substr(equals + 1));
      continue;
    }
    out.push_back(word);
    skip = known != nullptr ? known->values : 0;
  }
  return out;
}

}  // namespace

std::vector<std::vector<std::string>> split_parts(const std::vector<std::string>& words) {
  std::vector<std::vector<std::string>> parts(1);
  for (const std::string& word : words) {
    if (word == ":") {
      parts.emplace_back();
    } else {
      parts.back().push_back(word);
    }
  }
  return parts;
}

bool translate(const std::vector<std::string>& words, std::vector<std::string>* out, std::vector<std::string>* notes,
               std::string* refusal) {
  const std::vector<std::string> in = split_values(words);
  std::size_t i = 0;
  while (i < in.size() && in[i].starts_with('-') && in[i] != "--") {
    const Known* known = find(in[i]);
    if (known == nullptr) {
      out->push_back(in[i++]);  // the parser's to judge
      continue;
    }
    const auto values = static_cast<std::size_t>(known->values);
    if (i + values >= in.size() && values > 0) {
      *refusal = fmt::format("{} needs {} and a program after it; see mpiexec --help", in[i],
                             values == 1 ? "a value" : fmt::format("{} values", values));
      return false;
    }
    switch (known->use) {
      case Known::Use::kKeep:
        out->emplace_back(known->text);
        if (values == 1) out->push_back(in[i + 1]);
        break;
      case Known::Use::kPair:
        out->emplace_back(known->text);
        out->push_back(in[i + 1] + "=" + in[i + 2]);
        break;
      case Known::Use::kIgnore: notes->push_back(fmt::format("{} has no effect: {}", in[i], known->text)); break;
    }
    i += 1 + values;
  }
  out->insert(out->end(), in.begin() + static_cast<std::ptrdiff_t>(i), in.end());
  return true;
}

}  // namespace penstock::mpiexec
