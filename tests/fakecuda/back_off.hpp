// The way in which a stream waits for the host or for another stream: it uses little of a
// processor, as a GPU's stream uses none.
#pragma once

#include <chrono>
#include <thread>

namespace penstock::fakecuda {

class BackOff {
 public:
  void pause() {
    if (++rounds_ < kYields) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }
  // Called when something has moved.
  void reset() noexcept { rounds_ = 0; }

 private:
  static constexpr unsigned kYields = 64;
  unsigned rounds_ = 0;
};

}  // namespace penstock::fakecuda
