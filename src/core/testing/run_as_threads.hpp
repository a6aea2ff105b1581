// A whole job in one process, for tests: each rank is a Process object on a thread of its own.
#pragma once

#include <functional>

#include "base/config.hpp"
#include "core/object/instance.hpp"

namespace penstock::core::testing {

// Runs `body` on `ranks` threads at once, each with its own process object, which is finalised afterwards. Returns the first
// failure of making or finalising a process; a body reports its own failures.
Status run_as_threads(int ranks, const Config& config, const std::function<void(Instance&)>& body);

}  // namespace penstock::core::testing
