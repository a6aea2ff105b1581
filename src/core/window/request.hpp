// Requests of one-sided operations.
#pragma once

#include <memory>

#include "core/p2p/request.hpp"
#include "core/window/peer.hpp"

namespace penstock::core {

class Window;

// Done when the operation is over at this rank. Its failure is told by the request, or by what completes it earlier.
[[nodiscard]] std::unique_ptr<Work> make_window_work(Window& window, Ref<WindowCall> call);

}  // namespace penstock::core
