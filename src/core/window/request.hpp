// This unit makes the MPI requests of one-sided operations.
#pragma once

#include <memory>

#include "core/p2p/request.hpp"
#include "core/window/call.hpp"
#include "core/window/core.hpp"

namespace penstock::core {

// Makes the work of a request that is done when the operation is over at this rank. The request returns the failure of the
// operation, unless an earlier call that completed the operation has returned it.
[[nodiscard]] std::unique_ptr<Work> make_window_work(WindowCore& core, Ref<WindowCall> call);

}  // namespace penstock::core
