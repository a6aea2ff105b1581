// Managed memory is prefetched to a device before it is copied there; the copy itself would fetch its pages one by one.
#pragma once

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "base/config.hpp"

namespace penstock::accel {

// There is one prefetcher per device. It is used by one thread at a time.
class Prefetcher {
 public:
  Prefetcher(const Driver& driver, Devices& devices, int device, Config::ManagedPrefetch when)
      : driver_(driver), devices_(devices), device_(device), when_(when) {}

  // Starts the prefetch; work that needs the memory must wait for `*after`, which is null if no page had to move. A failure is
  // returned once.
  Status bring(CUdeviceptr address, std::size_t bytes, CUevent* after);
  // Must be called in the device's context.
  Status close();

 private:
  // Decides if a prefetch is useful: the driver does not report where pages are now.
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
