// Finds the object of a handle, or the failure that explains why there is none.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {

// `plain` is the table's own failure (HandleTable::explain); if the handle belongs to another ABI, it is
// replaced by a failure that names that ABI.
[[nodiscard]] Status explain_handle(Status&& plain, std::uintptr_t number);

template <typename T>
[[gnu::cold, gnu::noinline]] Status unknown_handle(const HandleTable<T>& table, std::uintptr_t number) {
  return explain_handle(table.explain(number), number);
}

// These work as the functions of process/lookup.hpp. Every call uses one or two of them, so
// they are inline and take few instructions.
template <typename T, typename Handle>
[[nodiscard, gnu::always_inline]] inline Status find_object(Instance& instance, Handle handle, T** out) {
  const HandleTable<T>& table = instance.table<T>();
  const std::uintptr_t number = number_of(handle);
  T* found = table.find(number);
  if (found == nullptr) [[unlikely]] {
    return unknown_handle(table, number);
  }
  *out = found;
  return Status::ok();
}

}  // namespace penstock::core
