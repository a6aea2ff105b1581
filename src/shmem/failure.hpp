// How a call of OpenSHMEM that cannot be done ends.
#pragma once

#include "base/status.hpp"

namespace penstock::shmem {

// A failure prints the routine with the cause, and ends the job.
class Failure {
 public:
  Failure() = default;
  Failure(const Failure&) = delete;
  Failure& operator=(const Failure&) = delete;
  virtual ~Failure() = default;
  [[noreturn]] virtual void fail(const char* routine, const Status& why) = 0;
};

}  // namespace penstock::shmem
