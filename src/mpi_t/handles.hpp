// Handles of the tool interface: numbers that are never reused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "core/object/handle_table.hpp"

namespace penstock::mpi_t {

// It is not thread-safe.
template <typename Handle, typename T>
class Handles {
 public:
  [[nodiscard]] Handle add(T value) {
    const auto handle = core::handle_from<Handle>(next_);
    values_.emplace(next_, std::move(value));
    ++next_;
    return handle;
  }
  // Returns null if the handle is unknown or was freed.
  [[nodiscard]] T* find(Handle handle) noexcept {
    const auto found = values_.find(core::number_of(handle));
    return found != values_.end() ? &found->second : nullptr;
  }
  // Returns false if the handle is unknown.
  bool remove(Handle handle) noexcept { return values_.erase(core::number_of(handle)) != 0; }
  template <typename Wanted>
  void remove_if(Wanted wanted) {
    std::erase_if(values_, [&](const auto& entry) { return wanted(entry.second); });
  }
  // Calls visit(handle, value), in the order in which the values were added.
  template <typename Visit>
  void for_each(Visit visit) {
    for (auto& [number, value] : values_) visit(core::handle_from<Handle>(number), value);
  }
  void clear() noexcept { values_.clear(); }

 private:
  static constexpr std::uintptr_t kFirst = 0x1000;  // above all constants

  std::uintptr_t next_ = kFirst;
  std::map<std::uintptr_t, T> values_;
};

}  // namespace penstock::mpi_t
