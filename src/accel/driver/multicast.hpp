// With NVLink multicast a switch writes to the memory of several GPUs at once, and reduces from it. Only tools ask for it; no
// collective uses it.
#pragma once

#include <functional>
#include <string>

#include "base/status.hpp"

namespace penstock::accel {

struct Multicast {
  int devices = 0;  // GPUs that this process sees
  int able = 0;     // those of them that support it

  [[nodiscard]] bool supported() const noexcept { return able > 0; }
};

// CUDA must be initialised in this process. Returns Code::kUnsupported if there is no driver or this build has no GPU support.
// A driver too old for the query supports multicast on no device.
Status ask_multicast(Multicast* out);

// Returns the setting by which the environment forbids multicast to collective libraries, as "NAME=value"; empty if none does.
// `value_of` returns a variable's value, or null.
[[nodiscard]] std::string multicast_forbidden_by(const std::function<const char*(const char*)>& value_of);

// Returns the reason why multicast is not used here.
[[nodiscard]] std::string why_no_multicast(const Multicast& multicast, const std::string& forbidden_by);

}  // namespace penstock::accel
