// A settings file has lines NAME = VALUE, and belongs to the site or to the user. docs/users/settings.md is its user
// documentation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "base/status.hpp"

namespace penstock::base {

struct SettingsText {
  struct Value {
    std::size_t tunable;  // index in tunables()
    std::string value;
    int line;
  };
  std::vector<Value> values;
  std::vector<std::string> warnings;  // "FILE:LINE: ..." for names that are no tunable
};

// A name may have the prefix PENSTOCK_ or not, and may be an alias or a former name. Returns Code::kConfig with "FILE:LINE:
// ..." for a line that cannot be used.
Status parse_settings(std::string_view text, std::string_view file, SettingsText* out);

// Applies the file of this place to `settings`; a tunable that has a value already keeps it. A missing file is an error only if
// PENSTOCK_CONF names it; a file that cannot be read otherwise causes a warning. An entry is added to settings->files in any
// case.
Status apply_settings_file(const SettingsFile& place, Settings* settings);

// Returns the prefix of this installation, derived from the path of this library or program: "/opt/penstock" for
// /opt/penstock/lib/libpenstock.so. Returns an empty string if the path has no folder called lib, lib64 or bin.
[[nodiscard]] std::string installation_folder();

}  // namespace penstock::base
