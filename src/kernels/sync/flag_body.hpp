// Writes a completion word after everything before it on the stream: for drivers without stream memory operations.
#pragma once

#include "accel/queue/flag.hpp"
#include "kernels/sync/global.hpp"

namespace penstock::kernels {

PENSTOCK_DEVICE void flag_body(const accel::FlagArguments& arguments, const sync::GpuThread& self) {
  static_cast<void>(self);
  sync::store_release_system(sync::GlobalPtr<std::uint32_t>(arguments.address), arguments.value);
}

}  // namespace penstock::kernels
