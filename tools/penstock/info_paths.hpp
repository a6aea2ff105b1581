// `penstock info --paths`: a job whose ranks ask the functions that choose.
#pragma once

#include <string>
#include <vector>

namespace penstock::tool {

struct PathsRequest {
  int ranks = 0;                   // 0: one a GPU, else one a core up to 4
  std::vector<std::string> sizes;  // empty: the usual ones
  std::vector<std::string> kinds;  // of memory; empty: the usual ones; "all"
  bool measure = false;            // also send messages, and say what they took
  bool json = false;
  bool markdown = false;
  std::string namespaces = "one";  // of PID: "one", "split" (each rank but the first in its own), or "both" after each other
};
// Starts the job by becoming it, or is a rank of it. Returns the exit status.
int info_paths(const PathsRequest& request);

}  // namespace penstock::tool
