// Writes texts and numbers of the tool interface to the caller's buffers.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

namespace penstock::mpi_t {

// This is the standard's rule for every text: without a buffer, or with an empty one, only the length is returned, the final 0
// included; a longer text is cut. Without a length nothing is returned.
inline void give_text(std::string_view text, char* to, int* length) noexcept {
  if (length == nullptr) return;
  if (to != nullptr && *length > 0) {
    const std::size_t copied = std::min(text.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(to, text.data(), copied);
    to[copied] = '\0';
  }
  *length = static_cast<int>(text.size()) + 1;
}

// Results that the tool does not ask for have null pointers.
template <typename T>
void give(T value, T* to) noexcept {
  if (to != nullptr) *to = value;
}

// Writes as many items as the array has room for.
template <typename Numbers>
void give_numbers(const Numbers& numbers, int room, int* to) noexcept {
  int given = 0;
  for (const int number : numbers) {
    if (given == room) return;
    to[given++] = number;
  }
}

}  // namespace penstock::mpi_t
