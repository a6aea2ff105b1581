#include "base/config.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include <unistd.h>

#include "base/hardware_queues.hpp"
#include "base/log.hpp"
#include "base/mvapich.hpp"
#include "base/nearest.hpp"
#include "base/settings_file.hpp"
#include "base/tuning.hpp"

namespace penstock::base {
namespace {

constexpr std::array kTunables = {
#define PENSTOCK_TUNABLE(member, name, alias, type, unit, fallback, limits, meaning) \
  Tunable{name, alias, type, unit, fallback, limits, meaning},
#include "base/gen/tunables_table.inc"
#undef PENSTOCK_TUNABLE
};

constexpr std::array<std::string_view, 0
#define PENSTOCK_OTHER_NAME(name) +1
#include "base/gen/tunables_table.inc"
#undef PENSTOCK_OTHER_NAME
                     >
    kOtherNames = {
#define PENSTOCK_OTHER_NAME(name) name,
#include "base/gen/tunables_table.inc"
#undef PENSTOCK_OTHER_NAME
};

struct FormerName {
  std::string_view former;
  std::string_view name;
};

constexpr FormerName kFormerNames[] = {
#define PENSTOCK_FORMER_NAME(former, name) {former, name},
#include "base/gen/tunables_table.inc"
#undef PENSTOCK_FORMER_NAME
};

Status bad_value(const Tunable& row, std::string_view value, std::string_view wanted) {
  return Status::error(Code::kConfig, "{}={}: the value must be {}; the default is {}", row.name, value, wanted,
                       row.fallback.empty() ? "empty" : row.fallback);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + separator.size());
  }
  parts.push_back(text);
  return parts;
}

unsigned suffix_shift(char suffix) {
  switch (std::toupper(static_cast<unsigned char>(suffix))) {
    case 'K': return 10;
    case 'M': return 20;
    case 'G': return 30;
    default: return 0;
  }
}

// Reads decimal digits with an optional K, M or G. Returns false if the text is anything else or the number does not fit.
template <typename Number>
bool parse_number(std::string_view text, Number* out) {
  const unsigned shift = text.empty() ? 0 : suffix_shift(text.back());
  if (shift != 0) text.remove_suffix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return false;
  const Number scaled = static_cast<Number>(static_cast<std::uint64_t>(*out) << shift);
  if ((scaled >> shift) != *out) return false;
  *out = scaled;
  return true;
}

Status assign(const Tunable& row, std::string_view value, bool* out) {
  std::string lower(value);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (std::string_view yes : {"1", "true", "yes", "on"}) {
    if (lower == yes) return *out = true, Status::ok();
  }
  for (std::string_view no : {"0", "false", "no", "off"}) {
    if (lower == no) return *out = false, Status::ok();
  }
  return bad_value(row, value, "0 or 1");
}

template <typename Number>
  requires std::is_integral_v<Number>
Status assign(const Tunable& row, std::string_view value, Number* out) {
  const auto limits = split(row.limits, "..");
  Number low{};
  Number high{};
  if (limits.size() != 2 || !parse_number(limits[0], &low) || !parse_number(limits[1], &high)) {
    return Status::error(Code::kInternal, "{}: its limits '{}' in spec/tunables.yaml are no range", row.name, row.limits);
  }
  Number number{};
  if (!parse_number(value, &number) || number < low || number > high) {
    return bad_value(row, value, fmt::format("a number in {}{}{}", row.limits, row.unit.empty() ? "" : " ", row.unit));
  }
  *out = number;
  return Status::ok();
}

// The text has the form "8.8us 380000MB/s". from_chars accepts "inf" and "nan" as numbers; the limits refuse them.
Status assign(const Tunable& row, std::string_view value, Cost* out) {
  const auto words = split(value, " ");
  const auto quantity = [](std::string_view text, std::string_view unit, double low, double high, double* number) {
    if (!text.ends_with(unit)) return false;
    text.remove_suffix(unit.size());
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number, std::chars_format::fixed);
    return error == std::errc() && end == text.data() + text.size() && *number >= low && *number <= high;
  };
  Cost cost;
  if (words.size() != 2 || !quantity(words[0], "us", 0, 1e6, &cost.latency_us) ||
      !quantity(words[1], "MB/s", 1, 1e8, &cost.bytes_per_us)) {
    return bad_value(row, value, fmt::format("a latency and a rate in {}, such as 8.8us 380000MB/s", row.limits));
  }
  *out = cost;
  return Status::ok();
}

Status assign(const Tunable&, std::string_view value, std::string* out) {
  out->assign(value);
  return Status::ok();
}

template <typename Choice>
  requires std::is_enum_v<Choice>
Status assign(const Tunable& row, std::string_view value, Choice* out) {
  const auto choices = split(row.limits, "|");
  const auto found = std::find(choices.begin(), choices.end(), value);
  if (found == choices.end()) return bad_value(row, value, fmt::format("one of {}", row.limits));
  *out = static_cast<Choice>(found - choices.begin());
  return Status::ok();
}

std::string text_of(const Tunable&, bool value) {
  return value ? "1" : "0";
}
std::string text_of(const Tunable&, const Cost& value) {
  return cost_text(value);
}
std::string text_of(const Tunable&, const std::string& value) {
  return value;
}
template <typename Choice>
  requires std::is_enum_v<Choice>
std::string text_of(const Tunable& row, Choice value) {
  return std::string(split(row.limits, "|")[static_cast<std::size_t>(value)]);
}
template <typename Number>
  requires std::is_integral_v<Number>
std::string text_of(const Tunable& row, Number value) {
  if (row.type == "size" && value != 0) {
    for (char suffix : {'G', 'M', 'K'}) {
      const unsigned shift = suffix_shift(suffix);
      if ((value >> shift) << shift == value) return fmt::format("{}{}", value >> shift, suffix);
    }
  }
  return fmt::format("{}", value);
}

struct Access {
  Status (*set)(const Tunable& row, Config* config, std::string_view value);
  std::string (*get)(const Tunable& row, const Config& config);
};

constexpr std::array<Access, kTunables.size()> kAccess = {{
#define PENSTOCK_TUNABLE(member, ...)                                                                              \
  {[](const Tunable& row, Config* config, std::string_view value) { return assign(row, value, &config->member); }, \
   [](const Tunable& row, const Config& config) { return text_of(row, config.member); }},
#include "base/gen/tunables_table.inc"
#undef PENSTOCK_TUNABLE
}};

// Returns kTunables.size() if there is no such row.
std::size_t find_row(std::string_view name) {
  if (const OldVariable* old = find_old_variable(name); old != nullptr && old->effect == OldEffect::kSame) name = old->ours;
  for (const FormerName& each : kFormerNames) {
    if (each.former == name) name = each.name;
  }
  const auto found = std::find_if(kTunables.begin(), kTunables.end(), [name](const Tunable& row) { return row.name == name; });
  return static_cast<std::size_t>(found - kTunables.begin());
}

bool is_other_name(std::string_view name) {
  return std::any_of(kOtherNames.begin(), kOtherNames.end(), [name](std::string_view known) {
    if (known.ends_with('*')) return name.starts_with(known.substr(0, known.size() - 1));
    return name == known;
  });
}

std::string_view nearest_name(std::string_view given) {
  std::string name = given.starts_with("PENSTOCK_") ? std::string(given) : fmt::format("PENSTOCK_{}", given);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
  return std::ranges::min_element(kTunables, {}, [&name](const Tunable& row) { return changes_between(row.name, name); })->name;
}

}  // namespace

std::span<const Tunable> tunables() {
  return kTunables;
}

Status Config::set(std::string_view name, std::string_view value) {
  const std::size_t row = find_row(name);
  if (row == kTunables.size()) {
    return Status::error(Code::kConfig, "{} is no tunable; the nearest name is {}", name, nearest_name(name));
  }
  Status status = kAccess[row].set(kTunables[row], this, value);
  return name == kTunables[row].name ? std::move(status) : std::move(status).within(name);
}

std::string Config::get(std::string_view name) const {
  const std::size_t row = find_row(name);
  return row == kTunables.size() ? std::string() : kAccess[row].get(kTunables[row], *this);
}

std::string explain_unknown(std::string_view name) {
  if (is_other_name(name)) return fmt::format("{} is ignored here: it is read from the environment alone", name);
  return fmt::format("{} is no tunable and is ignored; the nearest name is {}", name, nearest_name(name));
}

bool parse_size(std::string_view text, std::uint64_t* out) noexcept {
  return parse_number(text, out);
}

std::size_t tunable_index(std::string_view name) noexcept {
  return find_row(name);
}

namespace {

// Takes the value of a variable if it is set and no stronger source has set that tunable before.
Status take_variable(std::size_t row, std::string_view name, Settings* out) {
  const char* value = std::getenv(std::string(name).c_str());
  if (value == nullptr || out->origins[row] != kDefaultOrigin) return Status::ok();
  PENSTOCK_TRY(out->config.set(name, value));
  out->origins[row] = fmt::format("environment {}", name);
  return Status::ok();
}

// Explains a variable of the MVAPICH2 documents; the explanation is a warning if the variable asks for something that it does
// not get.
void tell_old_name(std::string_view name, std::string_view value, Settings* out) {
  const OldVariable* old = find_old_variable(name);
  if (old != nullptr && old->effect == OldEffect::kLauncher) return;
  const bool taken = old != nullptr && out->origin(name) == fmt::format("environment {}", name);
  const bool lost = old != nullptr && old->effect == OldEffect::kOther;
  (lost ? out->warnings : out->old_names).push_back(explain_old(name, value, taken));
}

// The library's own names take precedence over the old names; among the old names, the first in the table does.
Status read_variables(Settings* out) {
  for (std::size_t i = 0; i < kTunables.size(); ++i) PENSTOCK_TRY(take_variable(i, kTunables[i].name, out));
  for (const FormerName& each : kFormerNames) PENSTOCK_TRY(take_variable(find_row(each.name), each.former, out));
  for (const OldVariable& old : old_variables()) {
    if (old.effect != OldEffect::kSame) continue;
    PENSTOCK_TRY(take_variable(find_row(old.ours), old.name, out));
    PENSTOCK_TRY(take_variable(find_row(old.ours), fmt::format("MVP_{}", old.name.substr(4)), out));
  }
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    if (is_old_name(name) && name.size() < text.size() && !name.starts_with("MV2_COMM_WORLD_")) {
      tell_old_name(name, text.substr(name.size() + 1), out);
    }
    if (!name.starts_with("PENSTOCK_") || find_row(name) != kTunables.size() || is_other_name(name)) continue;
    out->warnings.push_back(explain_unknown(name));
  }
  return Status::ok();
}

// Returns "$XDG_CONFIG_HOME" or "$HOME/.config", and an empty string if the environment names neither. By the XDG rule a
// relative path there is ignored.
std::string user_config_folder() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (config != nullptr && *config == '/') return config;
  return home != nullptr && *home == '/' ? fmt::format("{}/.config", home) : std::string();
}

// Lists the files from the strongest to the weakest. A file that PENSTOCK_CONF names replaces the user's files.
std::vector<SettingsFile> settings_files(const Config& config) {
  std::vector<SettingsFile> out;
  if (config.conf == "none") return out;
  const char* home = std::getenv("HOME");
  const std::string folder = user_config_folder();
  if (!config.conf.empty()) out.push_back({.path = config.conf, .whose = "PENSTOCK_CONF", .named = true});
  if (config.conf.empty() && !folder.empty()) out.push_back({.path = folder + "/penstock/penstock.conf", .whose = "user"});
  if (config.conf.empty() && home != nullptr && *home == '/') {
    out.push_back({.path = fmt::format("{}/.penstock.conf", home), .whose = "user"});
  }
  const std::string installed = installation_folder();
  if (!installed.empty()) out.push_back({.path = installed + "/etc/penstock.conf", .whose = "installation"});
  out.push_back({.path = config.machine_root + "/etc/penstock.conf", .whose = "machine"});
  return out;
}

}  // namespace

// The sources are read from the strongest to the weakest; a value that one source has set is not overwritten by the next.
Status Settings::load(Settings* out) {
  *out = {};
  out->origins.assign(kTunables.size(), std::string(kDefaultOrigin));
  PENSTOCK_TRY(read_variables(out));
  for (const SettingsFile& file : settings_files(out->config)) PENSTOCK_TRY(apply_settings_file(file, out));
  return apply_tables(out);
}

std::string_view Settings::origin(std::string_view name) const {
  const std::size_t row = find_row(name);
  return row < origins.size() ? std::string_view(origins[row]) : kDefaultOrigin;
}

Status Config::from_environment(Config* out) {
  Settings settings;
  PENSTOCK_TRY(Settings::load(&settings));
  *out = std::move(settings.config);
  Log log(level_of(*out));
  for (const std::string& warning : settings.warnings) log.warn("{}", warning);
  return Status::ok();
}

std::string default_table_path(std::string_view hardware) {
  const std::string folder = user_config_folder();
  return folder.empty() ? std::string() : fmt::format("{}/penstock/tune/{}.conf", folder, hardware);
}

std::optional<std::string_view> visible_devices() {
  const char* value = std::getenv("CUDA_VISIBLE_DEVICES");
  return value == nullptr ? std::nullopt : std::optional<std::string_view>(value);
}

std::optional<int> wanted_hardware_queues() noexcept {
  const char* const value = std::getenv(kHardwareQueuesVariable);
  if (value == nullptr) return std::nullopt;
  int queues = 0;
  const std::string_view text = value;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), queues);
  return error == std::errc() && end == text.data() + text.size() ? queues : 0;
}

Level level_of(const Config& config) noexcept {
  static_assert(static_cast<int>(Config::LogLevel::kDebug) == static_cast<int>(Level::kDebug));
  return static_cast<Level>(config.log_level);
}

}  // namespace penstock::base
