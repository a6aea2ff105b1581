// Presence finds the CUDA that the application has initialised: the driver and the devices.
#pragma once

#include <string>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/driver/library_watch.hpp"
#include "base/log.hpp"
#include "base/status.hpp"

namespace penstock::accel {

// Until live() has returned true, no entry point of the driver may be called and there are no devices. The object is used by
// one thread at a time.
class Presence {
 public:
  // `without_cuda` watches for libcuda, and is released once libcuda is loaded.
  Presence(Log& log, LibraryWatch& without_cuda) noexcept : log_(log), without_cuda_(without_cuda), devices_(driver_) {}

  [[nodiscard]] const Driver& driver() const noexcept { return driver_; }
  [[nodiscard]] Devices& devices() noexcept { return devices_; }
  [[nodiscard]] Log& log() const noexcept { return log_; }

  // Returns true once the application has initialised CUDA, and reads the list of devices then.
  [[nodiscard]] bool live() noexcept { return live_ || look(); }
  // Returns true if live() has returned true before; it makes no call.
  [[nodiscard]] bool found() const noexcept { return live_; }
  // Says why CUDA is present but cannot be used.
  [[nodiscard]] const Status& unusable() const noexcept { return unusable_; }
  Status need_live();
  // Implements Accel::describe and Accel::working_device.
  [[nodiscard]] std::string describe();
  [[nodiscard]] int working_device();
  // Finds the working device. Returns Code::kUnsupported, with the remedy, if there is none.
  Status need_working(int* device);
  // Returns true if the driver has shut down and freed everything; `asked` is the result of the query. May be called once live.
  bool has_ended(Status* asked) const;

 private:
  bool look() noexcept;
  Status open(bool* initialised);

  Log& log_;
  LibraryWatch& without_cuda_;
  Driver driver_;
  Devices devices_;
  bool live_ = false;
  Status unusable_;
};

}  // namespace penstock::accel
