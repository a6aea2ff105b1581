// This part of a window has the device handle, by which kernels reach the memory of the members.
#pragma once

#include <memory>

#include "base/status.hpp"
#include "core/window/core.hpp"
#include "core/window/members.hpp"
#include "core/window/memory.hpp"
#include "penstock_device.h"

namespace penstock::runtime {
class DeviceWindow;   // It is defined in device_window.hpp,
struct DeviceMemory;  // and so is this.
}  // namespace penstock::runtime

namespace penstock::core {

class WindowDevice {
 public:
  WindowDevice(WindowCore& core, WindowMembers& members, WindowMemory& memory) noexcept;
  ~WindowDevice();
  WindowDevice(const WindowDevice&) = delete;
  WindowDevice& operator=(const WindowDevice&) = delete;

  // The first call is collective; every call returns the same handle. Returns Code::kUnsupported on all members where some GPU
  // does not reach the memory of some member.
  Status handle(penstock_device_window* out);
  // Detaches the memory of other members. close() follows when all members have detached.
  void detach() noexcept;
  void close() noexcept;

 private:
  Status find_memory(int rank, runtime::DeviceMemory* out);

  WindowCore& core_;
  WindowMembers& members_;
  WindowMemory& memory_;
  std::unique_ptr<runtime::DeviceWindow> opened_;  // It is null until the first call of handle().
};

}  // namespace penstock::core
