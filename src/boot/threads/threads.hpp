// This header makes a whole job of threads of one process: every rank has its own Boot over one shared store.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "boot/boot.hpp"

namespace penstock::boot {

// Makes one Boot per rank over a shared store. The first abort() on any of them calls `on_abort` (default: prints and
// std::_Exit).
std::vector<std::unique_ptr<Boot>> make_thread_job(int size,
                                                   std::function<void(int exit_code, std::string_view why)> on_abort = {});

}  // namespace penstock::boot
