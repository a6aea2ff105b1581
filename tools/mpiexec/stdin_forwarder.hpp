// Rank 0's stdin. A file or pipe is handed over as it is; a terminal is read by the launcher, because rank 0, being in a
// process group of its own, may not.
#pragma once

#include <string>

#include "base/fd.hpp"
#include "base/status.hpp"
#include "mpiexec/poller.hpp"

namespace penstock::mpiexec {

class StdinForwarder {
 public:
  // Sets *rank0_stdin to the descriptor for rank 0, owned by `this` until close_child_end().
  Status open(Poller* poller, int* rank0_stdin);
  void close_child_end() { child_end_.reset(); }
  // There is something to read, or the pipe to rank 0 takes more.
  Status on_readable();
  Status on_writable();

 private:
  Status drain();
  void stop();

  Poller* poller_ = nullptr;
  base::Fd child_end_;
  base::Fd pipe_;
  std::string pending_;
};

}  // namespace penstock::mpiexec
