// This header implements queues over the application's streams.
#pragma once

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/program/program_queue.hpp"

namespace penstock::accel {

class Module;

class CudaProgramQueue final : public ProgramQueue {
 public:
  // `context` is the stream's context, `device` its ordinal, and `module` has the kernels of the device. All must outlive the
  // queue.
  CudaProgramQueue(const Driver& driver, Devices& devices, Module& module, CUcontext context, int device, CUstream stream)
      : driver_(driver), devices_(devices), module_(module), context_(context), device_(device), stream_(stream) {}

  [[nodiscard]] int device() const override { return device_; }
  [[nodiscard]] const DeviceLimits& limits() const override { return devices_.limits(device_); }
  Status copy(void* destination, const void* source, std::size_t bytes) override;
  Status launch(std::string_view kernel, Extent3 grid, Extent3 block, const void* arguments,
                std::size_t argument_bytes) override;
  Status mark(Ticket* out) override { return *out = {}, Status::ok(); }
  Status copy_and_mark(void* destination, const void* source, std::size_t bytes, By by, Ticket* out) override;
  Status launch_and_mark(std::string_view kernel, Extent3 grid, Extent3 block, void* arguments, std::size_t argument_bytes,
                         Finish* finish, Ticket* out) override;
  Status capturing(bool* out) override;
  Status operate(std::span<const WordOperation> operations) override;

 private:
  template <typename Work>
  Status run(Work&& work, Capture capture = Capture::kAsItIs) {
    return within_context(driver_, context_, capture, std::forward<Work>(work));
  }

  const Driver& driver_;
  Devices& devices_;
  Module& module_;
  CUcontext context_;
  int device_;
  CUstream stream_;
};

// Finds the context of a stream and the ordinal of its device.
Status find_stream_device(const Driver& driver, const Devices& devices, CUstream stream, CUcontext* context, int* device);

}  // namespace penstock::accel
