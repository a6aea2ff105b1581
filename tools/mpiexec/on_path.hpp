// Finds programs on PATH.
#pragma once

#include <string>
#include <string_view>

namespace penstock::mpiexec {

// Returns the first that is not this very program; empty: there is none.
[[nodiscard]] std::string on_path(std::string_view name);
// Searches the folders A:B, in the form of PATH, relative to `directory` (empty: the current one). The result is absolute.
[[nodiscard]] std::string on_path(std::string_view name, std::string_view folders, const std::string& directory);

}  // namespace penstock::mpiexec
