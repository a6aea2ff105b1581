// A ContextTable has the contexts of a PE, where wrappers look at them without a lock.
#pragma once

#include <memory>
#include <vector>

#include "shmem/context.hpp"

namespace penstock::shmem {

// One thread at a time changes it; threads that use a context look at its entry meanwhile. Its memory is address space until
// contexts are made.
class ContextTable {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << kHandleBits;

  ContextTable();
  ContextTable(const ContextTable&) = delete;
  ContextTable& operator=(const ContextTable&) = delete;
  ~ContextTable() = default;

  [[nodiscard]] const Context* entries() const noexcept { return entries_.get(); }
  // Adds a context that has all but its handle. The first gets kDefaultContext. kInvalidHandle: there is no room.
  ContextHandle add(const Context& context);
  // Null: no such context lives.
  [[nodiscard]] const Context* find(ContextHandle handle) const noexcept {
    const Context& entry = entries_[place_of_handle(handle)];
    return handle != kInvalidHandle && entry.handle == handle ? &entry : nullptr;
  }
  // Removes a context that lives.
  void remove(ContextHandle handle);
  void remove_of(TeamHandle team);

 private:
  struct Free {
    void operator()(Context* entries) const noexcept;
  };
  std::unique_ptr<Context[], Free> entries_;
  std::vector<std::uintptr_t> uses_;  // by place, of those that were ever used
  std::vector<std::size_t> free_;
};

}  // namespace penstock::shmem
