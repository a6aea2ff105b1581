// Notices, for the cost of two loads, that this process has loaded a library since the last look.
#pragma once

#include <link.h>

namespace penstock::accel {

// Holds on to the youngest library, so that its entry in the loader's list stays; whatever is loaded later stands behind it.
// unchanged() may be called from any thread, the others by one at a time.
class LibraryWatch {
 public:
  LibraryWatch() = default;
  LibraryWatch(const LibraryWatch&) = delete;
  LibraryWatch& operator=(const LibraryWatch&) = delete;
  ~LibraryWatch() { let_go(); }

  // False as well where nothing can be said.
  [[nodiscard]] bool unchanged() const noexcept {
    return youngest_ != nullptr && __atomic_load_n(&youngest_->l_next, __ATOMIC_RELAXED) == nullptr;
  }
  // What is loaded now is known. Look for what matters after this call: what comes meanwhile is noticed.
  void renew() noexcept;
  // Says nothing from now on.
  void let_go() noexcept;

 private:
  link_map* youngest_ = nullptr;
  void* handle_ = nullptr;
};

}  // namespace penstock::accel
