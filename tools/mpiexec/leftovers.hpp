// Ending what ranks leave behind: their children, and everything if the launcher itself is killed.
#pragma once

#include <functional>
#include <string>

#include <sys/types.h>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::mpiexec {

// A child process that outlives the launcher just long enough to end the job if the launcher dies without saying so.
// Ranks then die by themselves (parent-death signal); this ends what they had started, found by PENSTOCK_JOB_ID in its
// environment. A process that erased its environment escapes.
class Guard {
 public:
  Guard() = default;
  // Dismisses the guard: the job has ended in good order.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  Status start(const std::string& job_id);
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  base::Fd line_;
};

// Kills and reaps every child of this process but `spared`, and, since the launcher is a subreaper, their descendants.
// Returns how many were alive.
int kill_children(pid_t spared);

// Reaps the dead children at the head of the queue that `is_rank` does not claim; ranks are reaped by their owner.
void reap_strangers(const std::function<bool(pid_t)>& is_rank);

}  // namespace penstock::mpiexec
