// Ending what ranks leave behind: their children, and everything if the launcher itself is killed.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

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

// Orphans of ranks become our children, so that they can be ended. Every Linux has it, but an emulator of programs may not,
// which it says.
void adopt_orphans();

// The processes of this machine that `wanted` accepts. Processes vanish while one looks: what cannot be read is not there.
std::vector<pid_t> processes(const std::function<bool(pid_t)>& wanted);
// The text of a file of /proc; empty where it cannot be read.
[[nodiscard]] std::string contents(const std::filesystem::path& path);

// Kills and reaps every child of this process but `spared`, and, since the launcher is a subreaper, their descendants.
// Returns how many were alive.
int kill_children(pid_t spared);

// Reaps the dead children at the head of the queue that `is_rank` does not claim; ranks are reaped by their owner.
void reap_strangers(const std::function<bool(pid_t)>& is_rank);

}  // namespace penstock::mpiexec
