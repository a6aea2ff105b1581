// The versions of this Penstock and of the libraries on this machine, and the settings in force with their sources.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "base/config.hpp"

namespace penstock::tool {

// Returns "0.1.0 (v0.1.0-3-g1a2b3c4)", without the parts that the build did not know.
[[nodiscard]] std::string version_text();

// Returns names and versions in the order in which they are shown; "not found" and the like for missing libraries. A child asks
// libraries that could hang or crash, for some seconds at most.
[[nodiscard]] nlohmann::ordered_json versions();
// "files": the settings files that were searched for; "set": every tunable that is not at its
// default, and the source of its value.
[[nodiscard]] nlohmann::ordered_json settings_in_force(const base::Settings& settings);

void print_versions(const nlohmann::ordered_json& versions);
void print_settings(const nlohmann::ordered_json& settings);

// The child's side: `penstock doctor --probe versions` prints one JSON object with the answers of UCX and PMIx.
[[nodiscard]] nlohmann::json ask_libraries();

}  // namespace penstock::tool
