// Planted errors are wrong calls of two ranks, one body for each. A body returns its error code; it ends the operations that it
// leaves under way itself, so that the next body finds a clean job.
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
// Each of these has a start of the job to itself: they end it, or never end, or are about its end.
std::span<const Case> alone();

}  // namespace planted
