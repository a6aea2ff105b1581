// Texts for programs that have less room than the standard.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "faces/common/face.hpp"

namespace penstock::faces::PENSTOCK_FACE {

// Copies at most `room` characters, the closing 0 among them.
inline void cut(std::string_view text, std::size_t room, char* to, int* length) noexcept {
  const std::size_t copied = std::min(text.size(), room - 1);
  std::memcpy(to, text.data(), copied);
  to[copied] = '\0';
  *length = static_cast<int>(copied);
}

}  // namespace penstock::faces::PENSTOCK_FACE
