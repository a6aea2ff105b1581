// Programs on PATH.
#pragma once

#include <string>
#include <string_view>

namespace penstock::mpiexec {

// The first that is not this very program; empty: there is none.
[[nodiscard]] std::string on_path(std::string_view name);

}  // namespace penstock::mpiexec
