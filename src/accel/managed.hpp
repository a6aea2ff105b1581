// Managed memory is brought to a device before it is copied there: by the copy itself its pages would come one by one.
#pragma once

#include "accel/devices.hpp"
#include "accel/driver.hpp"
#include "base/config.hpp"

namespace penstock::accel {

// One per device. Used by one thread at a time.
class Prefetcher {
 public:
  Prefetcher(const Driver& driver, Devices& devices, int device, Config::ManagedPrefetch when)
      : driver_(driver), devices_(devices), device_(device), when_(when) {}

  // Begins to bring what is to come; `*after` is what work that needs it waits for, null if nothing had to come. A failure is
  // returned once.
  Status bring(CUdeviceptr address, std::size_t bytes, CUevent* after);
  // In the device's context.
  Status close();

 private:
  // The decision: nothing in the driver says where pages are now.
  Status wanted(CUdeviceptr address, std::size_t bytes, bool* out);
  Status start(CUdeviceptr address, std::size_t bytes);

  const Driver& driver_;
  Devices& devices_;
  int device_;
  Config::ManagedPrefetch when_;
  CUstream stream_ = nullptr;
  CUevent come_ = nullptr;
};

}  // namespace penstock::accel
