#include "base/settings_file.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <set>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/lines.hpp"
#include "base/mvapich.hpp"

namespace penstock::base {
namespace {

constexpr std::string_view kPrefix = "PENSTOCK_";
// These variables decide which files are read, so no settings file can set them.
constexpr std::string_view kNotInFiles[] = {"PENSTOCK_CONF", "PENSTOCK_MACHINE_ROOT"};

// Returns the index of a name, with or without the prefix, in tunables(), and the size of tunables() if there is no such name.
std::size_t find(std::string_view name) {
  const std::size_t place = tunable_index(name);
  if (place < tunables().size() || name.starts_with(kPrefix)) return place;
  return tunable_index(fmt::format("{}{}", kPrefix, name));
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file, SettingsText* out) : lines_(text, file), file_(file), out_(*out) {}

  Status parse();

 private:
  Status row(std::string_view line);
  void warn_of(std::string_view name, std::string_view value);

  Lines lines_;
  std::string_view file_;
  SettingsText& out_;
  Config probe_;               // takes each value, so that a bad value is refused with its line
  std::set<std::size_t> set_;  // indices into tunables()
};

Status Parser::parse() {
  std::string_view line;
  PENSTOCK_TRY(lines_.next(&line));
  while (!line.empty()) {
    PENSTOCK_TRY(row(line));
    PENSTOCK_TRY(lines_.next(&line));
  }
  return Status::ok();
}

Status Parser::row(std::string_view line) {
  const std::size_t equals = line.find('=');
  const std::string_view name = trim(line.substr(0, equals));
  if (equals == std::string_view::npos || name.empty() || name.find_first_of(" \t") != std::string_view::npos) {
    return lines_.refuse("'{}' is no setting; a line reads NAME = VALUE, a comment begins with #", shown(line));
  }
  const std::string_view value = trim(line.substr(equals + 1));
  const std::size_t place = find(name);
  if (place == tunables().size()) return warn_of(name, value), Status::ok();
  const std::string_view tunable = tunables()[place].name;
  if (std::ranges::find(kNotInFiles, tunable) != std::end(kNotInFiles)) {
    return lines_.refuse("{} decides which files are read: set it in the environment", tunable);
  }
  if (Status set = probe_.set(tunable, value); !set.is_ok()) return lines_.refuse("{}", set.message());
  if (!set_.insert(place).second) return lines_.refuse("{} is set a second time", tunable);
  out_.values.push_back({place, std::string(value), lines_.number()});
  return Status::ok();
}

void Parser::warn_of(std::string_view name, std::string_view value) {
  const std::string why = is_old_name(name) ? explain_old(name, shown(value), false) : explain_unknown(shown(name));
  out_.warnings.push_back(fmt::format("{}:{}: {}", file_, lines_.number(), why));
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Removes the last component of a path and returns it.
std::string_view take_last(std::string_view* path) {
  const std::size_t slash = path->rfind('/');
  if (slash == std::string_view::npos) return {};
  const std::string_view last = path->substr(slash + 1);
  *path = path->substr(0, slash);
  return last;
}

// Returns the file that holds this code: the library, or a program that the library's objects are linked into.
std::string own_file() {
  Dl_info info{};
  link_map* object = nullptr;
  const void* here = reinterpret_cast<const void*>(&own_file);
  if (dladdr1(here, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0 || object == nullptr) return {};
  if (object->l_name != nullptr && *object->l_name != '\0') return object->l_name;
  std::array<char, PATH_MAX> path{};  // the loader does not give the program's name
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  return length <= 0 ? std::string() : std::string(path.data(), static_cast<std::size_t>(length));
}

}  // namespace

Status parse_settings(std::string_view text, std::string_view file, SettingsText* out) {
  *out = {};
  return Parser(text, file, out).parse();
}

Status apply_settings_file(const SettingsFile& place, Settings* settings) {
  SettingsFile& seen = settings->files.emplace_back(place);
  std::string text;
  bool missing = false;
  if (Status status = read_text_file(place.path, &text, &missing); !status.is_ok()) {
    if (place.named) {
      return Status::error(Code::kConfig, "PENSTOCK_CONF={}: {}; name a file with lines NAME = VALUE, or 'none'", place.path,
                           status.message());
    }
    if (!missing) settings->warnings.push_back(fmt::format("the settings file is ignored: {}", status.message()));
    return Status::ok();
  }
  SettingsText parsed;
  if (Status status = parse_settings(text, place.path, &parsed); !status.is_ok()) {
    return Status::error(Code::kConfig, "{} (correct the line; PENSTOCK_CONF=none does without settings files)",
                         status.message());
  }
  seen.read = true;
  for (SettingsText::Value& value : parsed.values) {
    std::string& origin = settings->origins[value.tunable];
    if (origin != kDefaultOrigin) continue;
    PENSTOCK_TRY(settings->config.set(tunables()[value.tunable].name, value.value));
    origin = fmt::format("{}:{}", place.path, value.line);
    ++seen.used;
  }
  std::ranges::move(parsed.warnings, std::back_inserter(settings->warnings));
  settings->notes.push_back(
      fmt::format("settings file {} ({} of {} values in force)", place.path, seen.used, parsed.values.size()));
  return Status::ok();
}

std::string installation_folder() {
  const std::string file = own_file();
  std::string_view path(file);
  take_last(&path);
  const std::string_view parent = take_last(&path);
  if (is_one_of(parent, {"bin", "lib", "lib64"})) return std::string(path);
  // Debian uses lib/x86_64-linux-gnu.
  return take_last(&path) == "lib" ? std::string(path) : std::string();
}

}  // namespace penstock::base
