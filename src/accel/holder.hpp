// Whoever lets kernels of the program wait for this process says so: nothing is freed or unmapped meanwhile (holds.hpp).
#pragma once

#include "accel/accel.hpp"
#include "accel/holds.hpp"

namespace penstock::accel {

// A GPU as the runtime sees it whose holds can be counted.
class Holder {
 public:
  [[nodiscard]] virtual Holds& holds() noexcept = 0;

 protected:
  ~Holder() = default;
};

// Null where there is nothing to free. Lives as long as the accelerator.
[[nodiscard]] inline Holds* holds_of(Accel& accel) noexcept {
  auto* const holder = dynamic_cast<Holder*>(&accel);
  return holder == nullptr ? nullptr : &holder->holds();
}

}  // namespace penstock::accel
