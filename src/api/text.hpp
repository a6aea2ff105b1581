// Texts that an application passes and gets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "mpi.h"

namespace penstock::api {

// Writes at most `room - 1` characters and a final 0. Returns the number of characters.
inline std::size_t copy_text(std::string_view text, char* to, std::size_t room) noexcept {
  const std::size_t length = std::min(text.size(), room - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
  return length;
}

// Returns the part of an object's name that is kept.
inline std::string_view object_name(const char* name) noexcept {
  return std::string_view(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
}

}  // namespace penstock::api
