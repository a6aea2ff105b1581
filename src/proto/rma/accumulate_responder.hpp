// Accumulates that peers request from the owner of memory. Those of one origin are executed in order: none overtakes another
// one that waits for a lock or for a kernel.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "proto/rma/core.hpp"
#include "proto/rma/list.hpp"
#include "proto/rma/wire.hpp"

namespace penstock::proto::rma {

class AccumulateResponder {
 public:
  explicit AccumulateResponder(Core& core) noexcept : core_(core) {}

  void arrived(int peer, const Request& wanted, std::span<const std::byte> payload);
  // Tells if no request waits.
  [[nodiscard]] bool idle() const noexcept { return waiting_.empty(); }
  // Tries the first request of each origin again; returns true if one was answered.
  bool progress();
  void lost(int peer);

 private:
  // A peer's request that is executed or waits.
  struct Asked {
    int peer = -1;
    Request wanted;
    std::vector<std::byte> payload;
    std::vector<std::byte> result;
    std::uint64_t done = 0;  // executed elements
    DeviceExecutor::Run run = {};
    bool runs = false;
  };
  // The request after it was read and checked.
  struct Read {
    const transport::Region* region = nullptr;
    List list;
    Fold fold;
    Elements elements;
  };

  bool answer(Asked* asked);
  Status execute(Asked* asked, bool* waits);
  Status read(Asked* asked, Read* out);
  Status execute_rest(Asked* asked, Read* read, bool* waits);
  Status execute_by_cpu(Asked* asked, const Reached& own, const Fold& fold, std::span<const Extent> extents,
                        const Elements& elements, bool* waits);
  Status execute_by_kernels(Asked* asked, const Reached& own, const Fold& fold, std::span<Extent> extents,
                            const Elements& elements, bool* waits);
  bool collect(Asked* asked, std::uint32_t element_bytes, Status* status);

  Core& core_;
  std::deque<Asked> waiting_;
};

}  // namespace penstock::proto::rma
