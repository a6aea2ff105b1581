// This header runs work on a thread of its own.
#pragma once

#include <functional>
#include <memory>

#include "accel/driver/driver.hpp"
#include "accel/queue/work.hpp"

namespace penstock::accel {

// Runs `work`, which owns the data that it uses, on another thread in the context.
Status run_on_thread(const Driver& driver, CUcontext context, std::function<Status()> work, std::unique_ptr<Beside>* out);

}  // namespace penstock::accel
