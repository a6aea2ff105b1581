// Every ABI shim checks at load time that the runtime found beside it is the one it was built with.
#pragma once

#include <cstdint>

#include "api/export.hpp"

namespace penstock::api {

// Prints one line and ends the process if `stamp` is not the runtime's own, since the two would call each other wrongly.
PENSTOCK_EXPORT void check_stamp(const char* face, std::uint64_t stamp) noexcept;

}  // namespace penstock::api
