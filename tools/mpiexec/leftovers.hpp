// Ends the processes that ranks leave behind: their children, and everything if the launcher itself is killed.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::mpiexec {

// A child process that outlives the launcher just long enough to end the job if the launcher dies without dismissing it. Ranks
// then die by their parent-death signal; the guard ends the processes that they had started, which it finds by PENSTOCK_JOB_ID
// in their environment. A process that erased its environment escapes.
class Guard {
 public:
  Guard() = default;
  // Dismisses the guard: the job has ended regularly.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  Status start(const std::string& job_id);
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  base::Fd line_;
};

// Makes this process a subreaper: orphans of ranks become our children, so that they can be ended. Every Linux supports it, but
// an emulator of programs may not, which is reported.
void adopt_orphans();

// Returns the processes of this machine that `wanted` accepts. Processes vanish during the search: a process that
// cannot be read counts as ended.
std::vector<pid_t> processes(const std::function<bool(pid_t)>& wanted);
// Returns the text of a file of /proc; empty if it cannot be read.
[[nodiscard]] std::string contents(const std::filesystem::path& path);

// Kills and reaps every child of this process except `spared`, and, since the launcher is a subreaper, their descendants.
// Returns how many were alive.
int kill_children(pid_t spared);

// Reaps the dead children at the head of the queue that `is_rank` does not claim; the owner of a rank reaps it.
void reap_strangers(const std::function<bool(pid_t)>& is_rank);

}  // namespace penstock::mpiexec
