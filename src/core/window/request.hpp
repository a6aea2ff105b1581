// Requests of one-sided operations.
#pragma once

#include <memory>

#include "core/p2p/request.hpp"
#include "core/window/call.hpp"
#include "core/window/core.hpp"

namespace penstock::core {

// It is done when the operation is over at this rank. The request tells its failure, or the call that completes it earlier
// does.
[[nodiscard]] std::unique_ptr<Work> make_window_work(WindowCore& core, Ref<WindowCall> call);

}  // namespace penstock::core
