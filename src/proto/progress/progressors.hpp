// The participants outside point-to-point that need the CPU.
#pragma once

#include <vector>

#include "proto/contract/progress.hpp"

namespace penstock::proto {

// Used by one thread at a time.
class Progressors {
 public:
  void add(Progressor* progressor) { all_.push_back(progressor); }
  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
  // These count the progressors that wait for a device.
  void begin_polling() noexcept { ++polling_; }
  void end_polling() noexcept { --polling_; }
  [[nodiscard]] bool polling() const noexcept { return polling_ != 0; }
  // Advances each once, and drops those that are over; returns true if there were any. A progressor may add others, and may
  // wait inside advance(): the inner rounds leave the progressors alone.
  bool advance() {
    if (advancing_) return false;
    advancing_ = true;
    bool moved = false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      Progressor* const progressor = all_[i];
      if (progressor->advance()) {
        all_[kept++] = progressor;
      } else {
        moved = true;
      }
    }
    all_.resize(kept);
    advancing_ = false;
    return moved;
  }

 private:
  std::vector<Progressor*> all_;
  bool advancing_ = false;
  unsigned polling_ = 0;
};

}  // namespace penstock::proto
