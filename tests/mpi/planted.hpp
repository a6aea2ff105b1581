// Planted errors are wrong calls of two ranks, one body each. A body returns the error code that it is about; what it leaves
// under way it ends itself, so that the next one finds a clean job.
#pragma once

#include <mpi.h>

#include <span>
#include <string_view>

namespace planted {

struct Case {
  std::string_view name;
  int (*body)(int rank);
};

// Several of these run in one start of the job: collectives, messages, objects, windows.
std::span<const Case> collectives();
std::span<const Case> messages();
std::span<const Case> objects();
std::span<const Case> windows();
// Each of these has a start of the job: they end it, or never end, or are about its end.
std::span<const Case> alone();

}  // namespace planted
