// LibraryWatch detects, at the cost of two loads, that this process has loaded a library since the last check.
#pragma once

#include <link.h>

namespace penstock::accel {

// It holds a reference to the library loaded last, so that its entry stays in the loader's list; libraries loaded later follow
// it. unchanged() may be called from any thread, the other members by one thread at a time.
class LibraryWatch {
 public:
  LibraryWatch() = default;
  LibraryWatch(const LibraryWatch&) = delete;
  LibraryWatch& operator=(const LibraryWatch&) = delete;
  ~LibraryWatch() { let_go(); }

  // Returns false also if the state is unknown.
  [[nodiscard]] bool unchanged() const noexcept {
    return youngest_ != nullptr && __atomic_load_n(&youngest_->l_next, __ATOMIC_RELAXED) == nullptr;
  }
  // Marks the present libraries as known. Search for a library after this call, so that one loaded in between is detected.
  void renew() noexcept;
  // Stops the watch: unchanged() returns false from now on.
  void let_go() noexcept;

 private:
  link_map* youngest_ = nullptr;
  void* handle_ = nullptr;
};

}  // namespace penstock::accel
