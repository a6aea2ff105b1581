// Jobs on other machines: another launcher starts them, with its options for what our own options ask.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "mpiexec/hosts.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// The hosts on which a job runs.
struct Where {
  std::vector<Host> hosts;
  bool allocated = false;  // by the batch system that we may run in; its launcher knows the hosts and their slots
  bool part = false;       // these are some of the allocated hosts
};

enum class LauncherKind { kSrun, kPrterun, kHydra };

struct Launcher {
  LauncherKind kind = LauncherKind::kHydra;
  std::string file;
  bool pmix = false;  // srun: it accepts --mpi=pmix
};

// The command that replaces this process, and the variables that are set first.
struct Handover {
  std::vector<std::string> command;
  Variables environment;
};

// Code::kUnsupported names an option for which this launcher has no counterpart. `root`: the user is root. Where
// the launcher cannot place ranks as asked, each rank begins as this program, which binds itself and then becomes
// the rank (take_placement.hpp).
Status translate_for(const Launcher& launcher, const Where& where, const Options& options, bool root, Handover* out);

// Asks the hosts themselves for the GPU, cores and adapter of each rank; *table is text for people.
Status show_elsewhere(const Options& options, const Where& where, std::string* table);

// Replaces this process by the launcher; returns only with a failure.
Status hand_over(const Options& options, const Where& where);

}  // namespace penstock::mpiexec
