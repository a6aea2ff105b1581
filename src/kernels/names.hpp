// This header has the names of all kernels of the library, for callers that must load them before they are needed.
#pragma once

#include <span>
#include <string_view>

namespace penstock::kernels {

[[nodiscard]] std::span<const std::string_view> names() noexcept;

}  // namespace penstock::kernels
