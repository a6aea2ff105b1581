// The contexts of a PE, where wrappers look at them without a lock.
#pragma once

#include <memory>
#include <vector>

#include "shmem/context.hpp"

namespace penstock::shmem {

// Changed by one thread at a time; an entry is looked at meanwhile by threads that use its context. Its memory is address space
// until contexts are made.
class ContextTable {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << kHandleBits;

  ContextTable();
  ContextTable(const ContextTable&) = delete;
  ContextTable& operator=(const ContextTable&) = delete;
  ~ContextTable() = default;

  [[nodiscard]] const Context* entries() const noexcept { return entries_.get(); }
  // kInvalidHandle: there is no room. `context`: all but its handle. The first gets kDefaultContext.
  ContextHandle add(const Context& context);
  // Null: no such context lives.
  [[nodiscard]] const Context* find(ContextHandle handle) const noexcept {
    const Context& entry = entries_[place_of_handle(handle)];
    return handle != kInvalidHandle && entry.handle == handle ? &entry : nullptr;
  }
  // Of one that lives.
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
