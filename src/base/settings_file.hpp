// Settings files: lines NAME = VALUE, of the site and of the user. docs/users/settings.md is for those who write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "base/status.hpp"

namespace penstock::base {

struct SettingsText {
  struct Value {
    std::size_t tunable;  // its place in tunables()
    std::string value;
    int line;
  };
  std::vector<Value> values;
  std::vector<std::string> warnings;  // "FILE:LINE: ..." of names that are no tunable's
};

// A name may have the prefix PENSTOCK_ or not, and may be an alias or a former name. Code::kConfig with "FILE:LINE: ..." for a
// line that cannot be used.
Status parse_settings(std::string_view text, std::string_view file, SettingsText* out);

// Lays the file of this place under what is set already: what has a value keeps it. A file that is not there is an error only
// if PENSTOCK_CONF names it; one that cannot be read is warned of otherwise. Adds to settings->files in any case.
Status apply_settings_file(const SettingsFile& place, Settings* settings);

// The folder below which this installation lies, found from where this library or program is: "/opt/penstock" for
// /opt/penstock/lib/libpenstock.so. Empty if it lies in no folder called lib, lib64 or bin.
[[nodiscard]] std::string installation_folder();

}  // namespace penstock::base
