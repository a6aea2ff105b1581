// Threads of the library, beside those of the program.
#pragma once

#include <pthread.h>

#include "base/status.hpp"

namespace penstock::base {

// Starts a thread to which no signal is delivered: signals are the program's, which does not know of it. The caller joins it.
// Code::kSystem where there is none to have; `purpose` names it in the sentence.
Status start_quiet_thread(const char* purpose, void* (*body)(void*), void* argument, pthread_t* out);

}  // namespace penstock::base
