// Programs on PATH.
#pragma once

#include <string>
#include <string_view>

namespace penstock::mpiexec {

// The first that is not this very program; empty: there is none.
[[nodiscard]] std::string on_path(std::string_view name);
// In the folders A:B, as PATH has them, seen from `directory` (empty: from here). Absolute.
[[nodiscard]] std::string on_path(std::string_view name, std::string_view folders, const std::string& directory);

}  // namespace penstock::mpiexec
