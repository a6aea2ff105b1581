// Handles by their numbers, if they are pointers or if they are integers: the tests are compiled for both.
#pragma once

#include <cstdint>
#include <type_traits>

namespace penstock::test {

template <typename Handle>
[[nodiscard]] Handle handle_of(std::uintptr_t number) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<Handle>(number);
  } else {
    return static_cast<Handle>(number);
  }
}

}  // namespace penstock::test
