// The machines that a command line names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

struct Host {
  std::string name;
  int ranks = 0;  // 0: not given
};

// Parses "a,b:4". Code::kArg: an empty name, or an invalid count.
Status read_hosts(std::string_view list, std::vector<Host>* out);
// Parses a file with a line for each host: "a", "a:4" or "a slots=4"; '#' begins a comment.
Status read_hostfile(std::string_view text, std::vector<Host>* out);

// True if every host is this machine, so that no other launcher is needed. `own` is the name of this machine.
[[nodiscard]] bool all_here(const std::vector<Host>& hosts, std::string_view own);

// Finds the hosts that the options name; none if they name none.
Status hosts_of(const Options& options, std::vector<Host>* out);

}  // namespace penstock::mpiexec
