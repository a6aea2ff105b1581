// The order of this rank's accumulates on memory of each peer.
#pragma once

#include <unordered_map>

#include "proto/rma/accumulate_work.hpp"

namespace penstock::proto::rma {

class AccumulateOrder {
 public:
  // Nothing is under way, on any peer.
  [[nodiscard]] bool empty() const noexcept { return last_.empty(); }
  void add(AccumulateWork* work);
  void remove(const AccumulateWork& work) noexcept;
  // Requests arrive in order, and so do kernels of one stream: those of one accumulate may follow the last of another. One
  // that is executed by this process waits for all.
  [[nodiscard]] static bool waits(const AccumulateWork& work) noexcept;

 private:
  std::unordered_map<int, AccumulateWork*> last_;  // by peer
};

}  // namespace penstock::proto::rma
