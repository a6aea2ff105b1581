// Tenancies takes a place (Tenancy) on each device that the application uses, as soon as that is known.
#pragma once

#include <vector>

#include "accel/driver/presence.hpp"
#include "accel/driver/tenancy.hpp"

namespace penstock::accel {

// The application may make the context of another device at any time, and nothing reports it. So the devices are looked at
// again and again until each has a place: once in many queries, and when memory of another device is seen.
class Tenancies {
 public:
  explicit Tenancies(Presence& presence) noexcept : presence_(presence) {}

  // The reference stays valid. CUDA must be live for this call and all others.
  [[nodiscard]] Tenancy& of(int device);
  // Looks at the devices in one of many calls.
  void look_now_and_then() {
    if (--queries_until_look_ == 0) look_again();
  }
  // Memory of the device was classified.
  void saw_memory_of(int device) {
    if (device != last_seen_) look_at(device);
  }
  // Takes a place on each device that the application uses by now.
  void settle();

 private:
  void look_again();
  void look_at(int device);
  [[nodiscard]] std::vector<Tenancy>& all();

  Presence& presence_;
  std::vector<Tenancy> tenancies_;  // by device
  bool settled_ = false;
  unsigned queries_until_look_ = 1;
  int last_seen_ = -1;              // device of the latest classified memory
  std::vector<bool> seen_devices_;  // devices on which memory was seen
};

}  // namespace penstock::accel
