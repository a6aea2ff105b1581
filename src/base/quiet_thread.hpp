// This header starts threads of the library beside the application's threads.
#pragma once

#include <pthread.h>

#include "base/status.hpp"

namespace penstock::base {

// Starts a thread that receives no signals: signals belong to the application, which does not know of this thread. The caller
// must join it. Returns Code::kSystem if the system cannot create a thread; the message names `purpose`.
Status start_quiet_thread(const char* purpose, void* (*body)(void*), void* argument, pthread_t* out);

}  // namespace penstock::base
