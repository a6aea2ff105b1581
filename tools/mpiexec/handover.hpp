// Jobs on other machines: another launcher starts them, and is told what our own options say.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "mpiexec/hosts.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// Where a job runs.
struct Where {
  std::vector<Host> hosts;
  bool allocated = false;  // by the batch system whose launcher we may be in, which knows them and their slots
  bool part = false;       // they are some of those that were allocated
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

// Code::kUnsupported names an option that this launcher has no counterpart of. `root`: who runs it. Where the launcher cannot
// place ranks as asked, each begins as this program, which takes its place and becomes theirs (take_placement.hpp).
Status translate_for(const Launcher& launcher, const Where& where, const Options& options, bool root, Handover* out);

// Which GPU, cores and adapter each rank gets, asked of the hosts themselves: *table is for people.
Status show_elsewhere(const Options& options, const Where& where, std::string* table);

// Becomes the launcher; returns only with a failure.
Status hand_over(const Options& options, const Where& where);

}  // namespace penstock::mpiexec
