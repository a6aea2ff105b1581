// The order of this rank's accumulates on memory of each peer.
#pragma once

#include <unordered_map>

#include "proto/rma/accumulate_work.hpp"

namespace penstock::proto::rma {

class AccumulateOrder {
 public:
  // Tells if no accumulate is under way, on any peer.
  [[nodiscard]] bool empty() const noexcept { return last_.empty(); }
  void add(AccumulateWork* work);
  void remove(const AccumulateWork& work) noexcept;
  // Tells if the operation must wait for the one before it. Requests arrive in order, and so do kernels of one
  // stream, so the kernels of an accumulate may follow the last kernels of another. An accumulate that this
  // process executes waits for all earlier ones.
  [[nodiscard]] static bool waits(const AccumulateWork& work) noexcept;

 private:
  std::unordered_map<int, AccumulateWork*> last_;  // by peer
};

}  // namespace penstock::proto::rma
