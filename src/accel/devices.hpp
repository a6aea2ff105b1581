// The GPUs of this process and the contexts to work in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "accel/accel.hpp"
#include "accel/driver.hpp"

namespace penstock::accel {

class Devices {
 public:
  explicit Devices(const Driver& driver) : driver_(driver) {}

  // Reads the list. CUDA must be initialised.
  Status open();
  [[nodiscard]] int count() const noexcept { return static_cast<int>(devices_.size()); }
  [[nodiscard]] const std::string& name(int device) const { return devices_[static_cast<std::size_t>(device)].name; }
  [[nodiscard]] const GpuUuid& uuid(int device) const { return devices_[static_cast<std::size_t>(device)].uuid; }
  [[nodiscard]] const DeviceLimits& limits(int device) const { return devices_[static_cast<std::size_t>(device)].limits; }
  [[nodiscard]] CUdevice handle(int device) const { return devices_[static_cast<std::size_t>(device)].handle; }
  // -1 if this process does not see it.
  [[nodiscard]] int find(const GpuUuid& uuid) const noexcept;

  // Whether MPS serves contexts that are made on the device.
  Status under_mps(int device, bool* out) const;
  // Whether the device's primary context exists already.
  Status active(int device, bool* out);
  // The device's primary context, retained until release(). Code::kUnsupported while nobody else has made it: making one
  // costs half a gigabyte of the device and is the application's choice.
  Status context(int device, CUcontext* out);
  // The device on which to work on host memory; -1 if none is in use.
  Status working(int* out);

  Status can_access(int from, int to, bool* out);
  // Whether what a kernel of `from` does to a word of `to` in one step is one for `to` as well.
  Status has_atomics(int from, int to, bool* out);
  // From now on can_access() says no: asking or enabling failed, and is not tried (nor told) again.
  void forget_access(int from, int to) noexcept;
  // Lets kernels on `from` reach memory of `to`. Idempotent.
  Status enable_access(int from, int to);

  // Runs `work` in the device's primary context.
  template <typename Work>
  Status within(int device, Work&& work, Capture capture = Capture::kRelaxed) {
    CUcontext context = nullptr;
    PENSTOCK_TRY(this->context(device, &context));
    return within_context(driver_, context, capture, std::forward<Work>(work));
  }

  // In a device's context (within()): a stream that goes before the application's. Its kernels get the next multiprocessors
  // that come free, however many blocks of others wait for one.
  Status make_stream(CUstream* out);

  // Gives the contexts back; the first failure.
  Status release();

 private:
  struct Device {
    CUdevice handle = 0;
    CUcontext context = nullptr;
    GpuUuid uuid{};
    std::string name;
    DeviceLimits limits;
    std::vector<signed char> reach;    // to each device: -1 not asked, 0 no, 1 yes, 2 enabled
    std::vector<signed char> atomics;  // on each: -1 not asked, 0 no, 1 yes
  };
  Status read(int ordinal, Device* out) const;
  Status check(int device) const;

  const Driver& driver_;
  std::vector<Device> devices_;
};

}  // namespace penstock::accel
