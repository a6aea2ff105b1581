// penstock info --tunables lists every tunable, its value in force and the source of the value.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/config.hpp"
#include "base/mvapich.hpp"
#include "base/tunable_traits.hpp"
#include "coll/select/select.hpp"
#include "penstock/info.hpp"

namespace penstock::tool {
namespace {

using base::OldVariable;
using base::Tunable;
using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 128;

int level_of(const Tunable& row) {
  return base::tunable_traits()[base::tunable_index(row.name)].level;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

bool any_holds(std::initializer_list<std::string_view> texts, const std::string& filter) {
  const std::string word = lower(filter);
  return std::ranges::any_of(texts, [&](std::string_view text) { return lower(text).find(word) != std::string::npos; });
}

// Returns the names that the MVAPICH2 documents use for a tunable.
std::vector<std::string_view> old_names(const Tunable& row) {
  std::vector<std::string_view> out;
  for (const OldVariable& old : base::old_variables()) {
    if (old.ours == row.name && old.effect == base::OldEffect::kSame) out.push_back(old.name);
  }
  return out;
}

bool holds(const Tunable& row, const std::string& filter) {
  return any_holds({row.name, row.meaning}, filter) ||
         std::ranges::any_of(old_names(row), [&](std::string_view name) { return any_holds({name}, filter); });
}

bool holds(const OldVariable& old, const std::string& filter) {
  return any_holds({old.name, old.ours, old.did, old.instead}, filter);
}

Json json_of(const OldVariable& old) {
  return {{"name", old.name},
          {"did", old.did},
          {"effect", base::effect_name(old.effect)},
          {"ours", old.ours},
          {"instead", old.instead}};
}

Json json_of(const Tunable& row, const Settings& settings) {
  return {{"name", row.name},
          {"alias", row.alias},
          {"old_names", old_names(row)},
          {"type", row.type},
          {"unit", row.unit},
          {"default", row.fallback},
          {"value", settings.config.get(row.name)},
          {"limits", row.limits},
          {"level", level_of(row)},
          {"origin", settings.origin(row.name)},
          {"meaning", row.meaning}};
}

void print_wrapped(const std::string& text, std::size_t indent) {
  std::string line(indent, ' ');
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (line.size() > indent && line.size() + 1 + end - at > kColumns) {
      fmt::print("{}\n", line);
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line.append(text, at, end - at);
    at = end + 1;
  }
  fmt::print("{}\n", line);
}

void print(const Tunable& row, const Settings& settings) {
  const std::string value = settings.config.get(row.name);
  const std::string shown = fmt::format("{}{}{}", value.empty() ? "(empty)" : value, row.unit.empty() ? "" : " ", row.unit);
  const bool same = value == row.fallback;
  const std::string usual = same ? std::string() : fmt::format("default {}", row.fallback.empty() ? "(empty)" : row.fallback);
  fmt::print("{:<27} {:<22} {:<30} {}\n", row.name, shown, usual, settings.origin(row.name));
  std::string about(row.meaning);
  if (!row.limits.empty()) about += fmt::format(" Values: {}.", row.limits);
  if (const auto names = old_names(row); !names.empty()) about += fmt::format(" Also called {}.", fmt::join(names, ", "));
  print_wrapped(about, 4);
}

void print(const OldVariable& old) {
  fmt::print("{:<36} {}\n", old.name, old.ours.empty() ? "-" : old.ours);
  print_wrapped(fmt::format("{} {}", old.did, old.instead), 4);
}

}  // namespace

int info_tunables(bool json, const std::string& filter, int level) {
  Settings settings;
  coll::Selection selection;
  Status status = Settings::load(&settings);
  if (status.is_ok()) status = coll::Selection::create(settings.config.coll_rows, &selection);
  if (!status.is_ok()) {
    fmt::print(stderr, "penstock info: {}\n", status.message());
    return 1;
  }
  std::vector<Tunable> shown;
  std::ranges::copy_if(base::tunables(), std::back_inserter(shown),
                       [&](const Tunable& row) { return level_of(row) <= level && holds(row, filter); });
  std::vector<OldVariable> old;
  // Variables of other libraries have no level, so they appear only if all levels are shown.
  if (level == kAllLevels) {
    std::ranges::copy_if(base::old_variables(), std::back_inserter(old),
                         [&](const OldVariable& row) { return holds(row, filter); });
  }
  if (shown.empty() && old.empty()) {
    fmt::print(stderr, "penstock info: no tunable's name or meaning holds '{}'{}; without a word all are listed\n", filter,
               level == kAllLevels ? "" : fmt::format(" up to level {}", level));
    return 1;
  }
  if (json) {
    Json rows = Json::array();
    for (const Tunable& row : shown) rows.push_back(json_of(row, settings));
    Json old_rows = Json::array();
    for (const OldVariable& row : old) old_rows.push_back(json_of(row));
    const Json page = {{"schema", "penstock-tunables/1"}, {"hardware", settings.hardware},       {"tables", settings.notes},
                       {"warnings", settings.warnings},   {"old_names_set", settings.old_names}, {"tunables", std::move(rows)},
                       {"mvapich", std::move(old_rows)}};
    fmt::print("{}\n", page.dump(2));
    return 0;
  }
  if (!settings.hardware.empty()) fmt::print("hardware {}\n", settings.hardware);
  for (const std::string& note : settings.notes) fmt::print("in use: {}\n", note);
  for (const std::string& said : settings.old_names) fmt::print("{}\n", said);
  for (const std::string& warning : settings.warnings) fmt::print("warning: {}\n", warning);
  for (const Tunable& row : shown) print(row, settings);
  if (!old.empty()) fmt::print("\nOf the MVAPICH2 documents                Here\n");
  for (const OldVariable& row : old) print(row);
  return 0;
}

}  // namespace penstock::tool
