#include "mpiexec/mapping.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/nearest.hpp"
#include "base/topology_sys.hpp"

namespace penstock::mpiexec {
namespace {

constexpr std::array<std::pair<std::string_view, BindTo>, 12> kResources = {{{"auto", BindTo::kAuto},
                                                                             {"none", BindTo::kNone},
                                                                             {"gpu", BindTo::kGpu},
                                                                             {"hwthread", BindTo::kThread},
                                                                             {"core", BindTo::kCore},
                                                                             {"l3cache", BindTo::kL3},
                                                                             {"socket", BindTo::kSocket},
                                                                             {"numa", BindTo::kNuma},
                                                                             {"package", BindTo::kSocket},
                                                                             {"l3", BindTo::kL3},
                                                                             {"pu", BindTo::kThread},
                                                                             {"user", BindTo::kNone}}};
constexpr std::string_view kBindings = "auto, none, gpu, hwthread, core, l3cache, socket (package), numa or user:LIST";
constexpr std::string_view kPlaces = "slot, node, socket (package), numa, l3cache, core, hwthread, or ppr:N:RESOURCE";
// These modifiers describe the behaviour that we have anyway: if there are more ranks than cores, ranks share cores in turn.
constexpr std::array<std::string_view, 2> kFreeOfBinding = {"overload-allowed", "if-supported"};
constexpr std::array<std::string_view, 4> kFree = {"oversubscribe", "nooversubscribe", "span", "nolocal"};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == ':') {
      out.emplace_back();
    } else {
      out.back().push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
  }
  return out;
}

Status read_count(std::string_view text, std::string_view where, int* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (error == std::errc() && end == text.data() + text.size() && *out >= 1) return Status::ok();
  return Status::error(Code::kArg, "{}: '{}' is no number from 1", where, text);
}

bool find_resource(std::string_view name, BindTo* out) {
  const auto found = std::ranges::find(kResources, name, &std::pair<std::string_view, BindTo>::first);
  if (found == kResources.end()) return false;
  *out = found->second;
  return true;
}

Status wrong(std::string_view option, std::string_view word, std::string_view all) {
  std::vector<std::string_view> names = {"slot", "node", "ppr"};
  for (const auto& [name, resource] : kResources) names.push_back(name);
  const std::string near = base::nearest(word, names);
  return Status::error(Code::kArg, "{}: '{}' is not {}{}", option, word, all, near.empty() ? "" : "; the nearest is " + near);
}

Status read_place(std::string_view name, std::string_view option, Mapping* out) {
  out->by_host = name == "node" && out->per == 0;
  out->over = BindTo::kNone;
  if (name.empty() || name == "slot" || name == "node") return Status::ok();
  const bool known =
      find_resource(name, &out->over) && out->over != BindTo::kAuto && out->over != BindTo::kNone && out->over != BindTo::kGpu;
  return known ? Status::ok() : wrong(option, name, kPlaces);
}

Status read_modifier(std::string_view word, std::string_view option, Mapping* out) {
  if (word.starts_with("pe=")) return read_count(word.substr(3), option, &out->cores);
  if (word.empty() || std::ranges::find(kFree, word) != kFree.end()) return Status::ok();
  return Status::error(Code::kArg, "{}: '{}' is not pe=N, the cores of a rank", option, word);
}

}  // namespace

Status read_binding(std::string_view text, BindTo* to, int* cores) {
  const std::vector<std::string> words = split(text);
  if (!find_resource(words.front(), to)) return wrong("--bind-to", words.front(), kBindings);
  if (is_user_binding(text)) return Status::ok();
  for (const std::string& word : std::span(words).subspan(1)) {
    if (std::ranges::find(kFreeOfBinding, word) != kFreeOfBinding.end()) continue;
    if (*to != BindTo::kCore) {
      return Status::error(Code::kArg, "--bind-to {}: a number stands behind core alone, as in core:4", text);
    }
    PENSTOCK_TRY(read_count(word, fmt::format("--bind-to {}", text), cores));
  }
  return Status::ok();
}

bool is_user_binding(std::string_view text) {
  return split(text).front() == "user";
}

Status read_user_binding(std::string_view text, std::vector<std::vector<int>>* out) {
  std::string_view left = text.substr(std::min(text.find(':') + 1, text.size()));
  bool good = text.find(':') != std::string_view::npos && !left.empty();
  out->emplace_back();
  while (good && !left.empty()) {
    int cpu = -1;
    const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), cpu);
    good = error == std::errc() && cpu >= 0;
    if (!good) break;
    out->back().push_back(cpu);
    left.remove_prefix(static_cast<std::size_t>(end - left.data()));
    if (left.empty()) return Status::ok();
    good = (left.front() == ',' || left.front() == '+') && left.size() > 1;
    if (left.front() == ',') out->emplace_back();
    left.remove_prefix(1);
  }
  return Status::error(Code::kArg, "--bind-to {}: it names the processors of each rank, as in user:0,1,2+3", text);
}

Status read_listed_cpus(std::string_view text, std::vector<int>* out) {
  *out = base::read_cpu_list(text);
  if (!out->empty() && text.find_first_not_of("0123456789,-") == std::string_view::npos) return Status::ok();
  return Status::error(Code::kArg, "--cpu-list {}: it is a list of processors, as in 0,4-7", text);
}

Status read_mapping(std::string_view text, Mapping* out) {
  const std::vector<std::string> words = split(text);
  const std::string option = fmt::format("--map-by {}", text);
  auto word = words.begin();
  if (*word == "ppr") {
    if (words.size() < 3) return Status::error(Code::kArg, "{}: it is ppr:N:RESOURCE, as in ppr:2:socket", option);
    PENSTOCK_TRY(read_count(words[1], option, &out->per));
    word += 2;
  }
  if (!word->starts_with("pe=")) PENSTOCK_TRY(read_place(*word++, option, out));
  for (; word != words.end(); ++word) PENSTOCK_TRY(read_modifier(*word, option, out));
  return Status::ok();
}

std::string write_mapping(const Mapping& mapping, std::string_view socket) {
  std::string_view over = mapping.over == BindTo::kSocket ? socket : name_of(mapping.over);
  if (mapping.over == BindTo::kNone) over = mapping.per > 0 || mapping.by_host ? "node" : "slot";
  std::string out = mapping.per > 0 ? fmt::format("ppr:{}:{}", mapping.per, over) : std::string(over);
  if (mapping.cores > 0) out += fmt::format(":pe={}", mapping.cores);
  return out == "slot" ? std::string() : out;
}

std::string_view name_of(BindTo resource) {
  return std::ranges::find(kResources, resource, &std::pair<std::string_view, BindTo>::second)->first;
}

}  // namespace penstock::mpiexec
