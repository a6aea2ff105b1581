// `penstock info --paths`: a job whose ranks call the functions that choose paths.
#pragma once

#include <string>
#include <vector>

namespace penstock::tool {

struct PathsRequest {
  int ranks = 0;                   // 0: one for each GPU, else one for each core up to 4
  std::vector<std::string> sizes;  // empty: the usual ones
  std::vector<std::string> kinds;  // kinds of memory; empty: the usual ones; "all"
  bool measure = false;            // also sends messages, and shows their times
  bool json = false;
  bool markdown = false;
  std::string namespaces = "one";  // PID namespaces: "one", "split" (each rank but the first in its own), or "both" in turn
};
// Becomes the job, or runs as a rank of it. Returns the exit status.
int info_paths(const PathsRequest& request);

}  // namespace penstock::tool
