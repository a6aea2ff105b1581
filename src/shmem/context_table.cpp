#include "shmem/context_table.hpp"

#include <cstdlib>
#include <new>

namespace penstock::shmem {

// The entries are zeros, and the system takes no page until one is written.
ContextTable::ContextTable() : entries_(static_cast<Context*>(std::calloc(kMost, sizeof(Context)))), uses_(1) {
  if (entries_ == nullptr) throw std::bad_alloc();
}

void ContextTable::Free::operator()(Context* entries) const noexcept {
  std::free(entries);
}

ContextHandle ContextTable::add(const Context& context) {
  std::size_t place = 0;
  if (!free_.empty()) {
    place = free_.back();
    free_.pop_back();
  } else if (uses_.size() < kMost) {
    place = uses_.size();
    uses_.push_back(0);
  } else {
    return kInvalidHandle;
  }
  Context& entry = entries_[place];
  entry = context;
  entry.handle = uses_[place] << kHandleBits | place;
  return entry.handle;
}

void ContextTable::remove(ContextHandle handle) {
  const std::size_t place = place_of_handle(handle);
  entries_[place] = {};
  ++uses_[place];
  free_.push_back(place);
}

void ContextTable::remove_of(TeamHandle team) {
  for (std::size_t place = 1; place < uses_.size(); ++place) {
    if (entries_[place].handle != kInvalidHandle && entries_[place].team == team) remove(entries_[place].handle);
  }
}

}  // namespace penstock::shmem
