// The forms in which a collective may be called.
#pragma once

#include <cstdint>

namespace penstock::core {

enum class CallForm : std::uint8_t {
  kBlocking,
  kStarted,
  kPersistent,
  kEnqueued,
  kCaptured,  // only recorded: list() follows at each replay
};

}  // namespace penstock::core
