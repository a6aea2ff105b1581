// The names of all kernels of the library, for whoever must have them loaded before they are needed.
#pragma once

#include <span>
#include <string_view>

namespace penstock::kernels {

[[nodiscard]] std::span<const std::string_view> names() noexcept;

}  // namespace penstock::kernels
