// Finds ranks that run on another MPI. Its library starts a world of one if it finds no launcher of its own, so the results of
// such a job are wrong without any other message.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "base/fd.hpp"
#include "base/status.hpp"
#include "mpiexec/poller.hpp"

namespace penstock::mpiexec {

// Checks from time to time which libraries the processes of ranks have loaded: first after 50 ms, then in growing intervals up
// to 10 s, as long as a rank has not joined the job. A rank that ends within the first interval is not seen.
class OtherMpi {
 public:
  using Ranks = std::vector<std::pair<int, pid_t>>;  // each leads a process group
  using Unjoined = std::function<Ranks()>;           // the ranks that run and have not joined
  using Notice = std::function<void(int rank, const std::string& file)>;

  // `notice` is called once for each rank.
  Status start(Poller* poller, Unjoined unjoined, Notice notice);
  // Called when the timer's event came.
  Status look();
  // Returns the file of the other MPI's library that the rank had loaded; empty: none was seen.
  [[nodiscard]] std::string of(int rank) const;

 private:
  Status arm();

  Poller* poller_ = nullptr;
  Unjoined unjoined_;
  Notice notice_;
  base::Fd timer_;
  double seconds_ = 0.05;
  std::map<int, std::string> files_;
};

}  // namespace penstock::mpiexec
