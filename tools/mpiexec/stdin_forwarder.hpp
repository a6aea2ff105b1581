// Who reads our standard input. A file or pipe is handed over as it is where one rank reads it; a terminal is read by the
// launcher, because ranks, being in process groups of their own, may not; what all ranks read is copied to each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/fd.hpp"
#include "base/status.hpp"
#include "mpiexec/poller.hpp"

namespace penstock::mpiexec {

class StdinForwarder {
 public:
  // `reader`: a rank, kStdinAll or kStdinNone.
  Status open(Poller* poller, int reader);
  // The descriptor that becomes `rank`'s stdin, owned by `this` and good until the next call.
  Status descriptor_for(int rank, int* fd);
  // All ranks have theirs: from now on input flows.
  Status start();
  // There is something to read, or the pipe of an outlet takes more.
  Status on_readable();
  Status on_writable(int outlet);
  // We run again after a stop, and perhaps in the foreground.
  Status on_continue();

 private:
  struct Outlet {
    base::Fd pipe;
    std::string pending;
  };

  Status make_outlet(int* fd);
  Status reopen(int* fd);
  Status drain(Outlet* outlet);
  Status listen();
  void stop();

  Poller* poller_ = nullptr;
  int reader_ = 0;
  bool terminal_ = false;
  bool reopened_ = false;  // every rank opens the file for itself
  bool asleep_ = false;    // in the background, where the terminal is not ours
  base::Fd null_;
  base::Fd child_end_;
  std::vector<std::unique_ptr<Outlet>> outlets_;
};

}  // namespace penstock::mpiexec
