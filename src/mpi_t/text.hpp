// Texts and numbers that the tool interface hands out.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

namespace penstock::mpi_t {

// The standard's rule for every text: with no buffer, or one of no length, only the length is told, the final 0 included; what
// does not fit is cut. Without a length nothing is told.
inline void give_text(std::string_view text, char* to, int* length) noexcept {
  if (length == nullptr) return;
  if (to != nullptr && *length > 0) {
    const std::size_t copied = std::min(text.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(to, text.data(), copied);
    to[copied] = '\0';
  }
  *length = static_cast<int>(text.size()) + 1;
}

// Results that the tool does not ask for are null.
template <typename T>
void give(T value, T* to) noexcept {
  if (to != nullptr) *to = value;
}

// Writes the items that have a place in an array, as many as fit.
template <typename Numbers>
void give_numbers(const Numbers& numbers, int room, int* to) noexcept {
  int given = 0;
  for (const int number : numbers) {
    if (given == room) return;
    to[given++] = number;
  }
}

}  // namespace penstock::mpi_t
