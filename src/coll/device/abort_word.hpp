// A word on this rank's device that its kernels look at while they wait for those of other ranks.
#pragma once

#include <cstdint>
#include <utility>

#include "accel/accel.hpp"
#include "base/status.hpp"

namespace penstock::coll {

// Of kernels that use some memory together; 0 at first.
class AbortWord {
 public:
  AbortWord(accel::Accel& accel, int device, std::uint64_t address) noexcept
      : accel_(accel), device_(device), address_(address) {}

  [[nodiscard]] std::uint64_t address() const noexcept { return address_; }
  // Kernels shall wait no more, since what they wait for will not come. No further one uses that memory.
  Status give_up();
  [[nodiscard]] bool given_up() const noexcept { return given_up_; }

 private:
  accel::Accel& accel_;
  int device_;
  std::uint64_t address_;
  bool given_up_ = false;
};

}  // namespace penstock::coll
