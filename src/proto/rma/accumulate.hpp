// Accumulates at the origin: accumulate, get-accumulate, fetch-and-op and compare-and-swap;
// decides who executes them, and in which order.
#pragma once

#include "proto/rma/accumulate_host.hpp"
#include "proto/rma/accumulate_kernels.hpp"
#include "proto/rma/accumulate_order.hpp"
#include "proto/rma/requester.hpp"

namespace penstock::proto::rma {

class Accumulates final : public Carrier {
 public:
  Accumulates(Core& core, Requester& requester) noexcept
      : core_(core), requester_(requester), by_host_(core), by_kernels_(core) {}

  // These work as in Rma.
  void accumulate(Target& target, const Accumulation& what, const Buffer& origin, const Buffer* result,
                  const RemoteBuffer& remote, Call* call);
  void compare_and_swap(Target& target, std::uint64_t offset, std::uint32_t bytes, const void* origin, const void* compare,
                        void* result, Call* call);
  // Operates on an integer that no transport can operate on.
  void atomic(Target& target, const transport::Atomic& atomic, Call* call);
  Status fold_of(const Accumulation& what, Fold* out) {
    PENSTOCK_TRY(find_fold(what));
    return *out = last_fold_, Status::ok();
  }

  void start(Work* work) override;
  bool step(Work* work) override;
  Status request(Work* work) override;
  Status take(Work* work, const Piece& piece, std::span<const std::byte> payload) override;
  void served(Work* work) override { end(static_cast<AccumulateWork*>(work)); }
  void over(const Work& work) noexcept override { order_.remove(static_cast<const AccumulateWork&>(work)); }

 private:
  using Step = AccumulateWork::Step;

  Status find_fold(const Accumulation& what);
  std::uint64_t execute_at_once(const Target& target, const Fold& fold, std::uint64_t offset, const Elements& elements);
  std::uint64_t accumulate_at_once(Target& target, const Fold& fold, const Buffer& origin, const Buffer* result,
                                   const RemoteBuffer& remote);
  AccumulateWork* enter(Target& target, Call* call);
  void begin(AccumulateWork* work, const Fold& fold);
  void begin_single(AccumulateWork* work, const Fold& fold, std::uint64_t offset);
  void place_operands(AccumulateWork* work);
  void go_on(AccumulateWork* work);
  void execute(AccumulateWork* work);
  void launch(AccumulateWork* work);
  void launch_failed(AccumulateWork* work, Status&& why);
  bool step_kernels(AccumulateWork* work);
  void serve(AccumulateWork* work) { requester_.serve(work, work->bytes, work->done); }
  void begin_copy(AccumulateWork* work, const Buffer& destination, const Buffer& source, Step step);
  void copied(AccumulateWork* work);
  void end(AccumulateWork* work);
  void count(const AccumulateWork& work);

  Core& core_;
  Requester& requester_;
  HostAccumulates by_host_;
  KernelAccumulates by_kernels_;
  AccumulateOrder order_;
  Accumulation last_wanted_;  // last_fold_ belongs to it, if that has elements
  Fold last_fold_;
};

}  // namespace penstock::proto::rma
