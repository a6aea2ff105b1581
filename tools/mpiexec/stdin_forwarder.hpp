// Forwards our standard input to ranks. One rank that reads a file or pipe gets it directly; the launcher itself reads a
// terminal, because ranks may not, being in process groups of their own; input for all ranks is copied to each.
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
  // The descriptor that becomes the stdin of `rank`, owned by this object and valid until the next call.
  Status descriptor_for(int rank, int* fd);
  // Starts forwarding, after all ranks have their descriptors.
  Status start();
  // Called when there is input to read, or when the pipe of an outlet takes more.
  Status on_readable();
  Status on_writable(int outlet);
  // Called when we run again after a stop, perhaps in the foreground.
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
  bool asleep_ = false;    // we are in the background, where the terminal is not ours
  base::Fd null_;
  base::Fd child_end_;
  std::vector<std::unique_ptr<Outlet>> outlets_;
};

}  // namespace penstock::mpiexec
