// Jobs on other machines: another launcher starts them, and is told what our own options say.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

struct Host {
  std::string name;
  int ranks = 0;  // 0: not said
};

enum class LauncherKind { kSrun, kPrterun, kHydra };

struct Launcher {
  LauncherKind kind = LauncherKind::kHydra;
  std::string file;
  bool pmix = false;  // srun: it knows --mpi=pmix
};

// What replaces this process, and the variables that it sets first.
struct Handover {
  std::vector<std::string> command;
  Variables environment;
};

// "a,b:4". Code::kArg: an empty name, or a count that is none.
Status read_hosts(std::string_view list, std::vector<Host>* out);
// A line for each host: "a", "a:4" or "a slots=4"; '#' begins a comment.
Status read_hostfile(std::string_view text, std::vector<Host>* out);

// Every host is this machine: nobody else is needed. `own`: what this machine is called.
[[nodiscard]] bool all_here(const std::vector<Host>& hosts, std::string_view own);

// Code::kUnsupported names an option that this launcher has no counterpart of. `root`: who runs it.
Status translate_for(const Launcher& launcher, const std::vector<Host>& hosts, const Options& options, bool root,
                     Handover* out);

// The hosts that the options name, none where they name none.
Status hosts_of(const Options& options, std::vector<Host>* out);

// Becomes the launcher; returns only with a failure.
Status hand_over(const Options& options, const std::vector<Host>& hosts);

}  // namespace penstock::mpiexec
