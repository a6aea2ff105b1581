#include "proto/p2p/host_copies.hpp"

namespace penstock::proto {
namespace {

// Of the rate at which one CPU copies within its own caches: the pieces come from another's. The messages that the pieces take
// cost less than the kernel's call.
constexpr double kShare = 0.5;

}  // namespace

bool HostCopies::twice() {
  if (mode_ != Config::HostCopies::kAuto) return mode_ == Config::HostCopies::kTwice;
  if (crowded_) return false;
  if (!measured_) {
    rates_ = base::measure_copy_rates();
    measured_ = true;
  }
  return rates_.own * kShare > rates_.kernel;
}

}  // namespace penstock::proto
