// Devices has the GPUs of this process and their contexts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "accel/driver/driver.hpp"
#include "accel/driver/gpu.hpp"

namespace penstock::accel {

class Devices {
 public:
  explicit Devices(const Driver& driver) : driver_(driver) {}

  // Reads the list of GPUs. CUDA must be initialised.
  Status open();
  [[nodiscard]] int count() const noexcept { return static_cast<int>(devices_.size()); }
  [[nodiscard]] const std::string& name(int device) const { return devices_[static_cast<std::size_t>(device)].name; }
  [[nodiscard]] const GpuUuid& uuid(int device) const { return devices_[static_cast<std::size_t>(device)].uuid; }
  [[nodiscard]] const DeviceLimits& limits(int device) const { return devices_[static_cast<std::size_t>(device)].limits; }
  [[nodiscard]] CUdevice handle(int device) const { return devices_[static_cast<std::size_t>(device)].handle; }
  // Returns -1 if this process does not see the GPU.
  [[nodiscard]] int find(const GpuUuid& uuid) const noexcept;

  // Sets *out to true if MPS serves contexts that are made on the device.
  Status under_mps(int device, bool* out) const;
  // Sets *out to true if the device's primary context exists already.
  Status active(int device, bool* out);
  // Returns the device's primary context, retained until release(). Returns Code::kUnsupported while no other code has made it:
  // making one takes half a gigabyte of device memory and is the application's choice.
  Status context(int device, CUcontext* out);
  // Returns the device on which to work on host memory; -1 if none is in use.
  Status working(int* out);

  Status can_access(int from, int to, bool* out);
  // Sets *out to true if an atomic operation of a kernel of `from` on a word of `to` is atomic for `to` as well.
  Status has_atomics(int from, int to, bool* out);
  // Makes can_access() return false from now on: the query or the enabling failed and is neither tried nor reported again.
  void forget_access(int from, int to) noexcept;
  // Lets kernels on `from` access memory of `to`. The call is idempotent.
  Status enable_access(int from, int to);

  // Runs `work` in the device's primary context.
  template <typename Work>
  Status within(int device, Work&& work, Capture capture = Capture::kRelaxed) {
    CUcontext context = nullptr;
    PENSTOCK_TRY(this->context(device, &context));
    return within_context(driver_, context, capture, std::forward<Work>(work));
  }

  // Makes a stream of higher priority than the application's; must be called in the device's context (within()). Its kernels
  // get the next free multiprocessors, however many blocks of other streams wait.
  Status make_stream(CUstream* out);

  // Releases the contexts; returns the first failure.
  Status release();

 private:
  struct Device {
    CUdevice handle = 0;
    CUcontext context = nullptr;
    GpuUuid uuid{};
    std::string name;
    DeviceLimits limits;
    std::vector<signed char> reach;    // access to each device: -1 not asked, 0 no, 1 yes, 2 enabled
    std::vector<signed char> atomics;  // atomics on each device: -1 not asked, 0 no, 1 yes
  };
  Status read(int ordinal, Device* out) const;
  Status check(int device) const;

  const Driver& driver_;
  std::vector<Device> devices_;
};

}  // namespace penstock::accel
