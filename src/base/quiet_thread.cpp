#include "base/quiet_thread.hpp"

#include <csignal>

namespace penstock::base {

Status start_quiet_thread(const char* purpose, void* (*body)(void*), void* argument, pthread_t* out) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  if (const int error = pthread_sigmask(SIG_SETMASK, &all, &before); error != 0) {
    return Status::system(error, fmt::format("cannot keep signals from {}", purpose));
  }
  const int error = pthread_create(out, nullptr, body, argument);
  // This call cannot fail: the mask was valid before.
  static_cast<void>(pthread_sigmask(SIG_SETMASK, &before, nullptr));
  if (error != 0) return Status::system(error, fmt::format("cannot start {}", purpose));
  pthread_setname_np(*out, "penstock");
  return Status::ok();
}

}  // namespace penstock::base
