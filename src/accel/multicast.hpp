// NVLink multicast: a switch that writes to the memory of several GPUs at once, and reduces from it. Asked for by tools; no
// collective uses it.
#pragma once

#include <functional>
#include <string>

#include "base/status.hpp"

namespace penstock::accel {

struct Multicast {
  int devices = 0;  // that this process sees
  int able = 0;     // of these

  [[nodiscard]] bool supported() const noexcept { return able > 0; }
};

// CUDA must be initialised in this process. Code::kUnsupported where there is no driver, or this build has no GPU part. A
// driver too old to know the question supports it on no device.
Status ask_multicast(Multicast* out);

// The setting by which the environment forbids multicast to libraries of collectives, as "NAME=value"; empty: none does.
// `value_of` gives a variable's value, or null.
[[nodiscard]] std::string multicast_forbidden_by(const std::function<const char*(const char*)>& value_of);

// Why it is not used here.
[[nodiscard]] std::string why_no_multicast(const Multicast& multicast, const std::string& forbidden_by);

}  // namespace penstock::accel
