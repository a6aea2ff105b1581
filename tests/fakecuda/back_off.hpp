// How a stream waits for what comes from the host or another stream: a GPU's takes no processor.
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
  // Something moved.
  void reset() noexcept { rounds_ = 0; }

 private:
  static constexpr unsigned kYields = 64;
  unsigned rounds_ = 0;
};

}  // namespace penstock::fakecuda
