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
  int ranks = 0;  // 0: not said
};

// "a,b:4". Code::kArg: an empty name, or a count that is none.
Status read_hosts(std::string_view list, std::vector<Host>* out);
// A line for each host: "a", "a:4" or "a slots=4"; '#' begins a comment.
Status read_hostfile(std::string_view text, std::vector<Host>* out);

// Every host is this machine: nobody else is needed. `own`: what this machine is called.
[[nodiscard]] bool all_here(const std::vector<Host>& hosts, std::string_view own);

// The hosts that the options name, none where they name none.
Status hosts_of(const Options& options, std::vector<Host>* out);

}  // namespace penstock::mpiexec
