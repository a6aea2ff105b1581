// The state that all parts of Rma share: operations under way, executors, counters.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "proto/rma/call.hpp"
#include "proto/rma/counters.hpp"
#include "proto/rma/device_executor.hpp"
#include "proto/rma/executor.hpp"
#include "proto/rma/parts.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {

// There is one for each Rma; it is used by one thread at a time.
struct Core {
  using Works = base::IntrusiveList<Work, &Work::node>;

  explicit Core(const Parts& all);

  // Makes a new operation for the call, held until begin().
  template <typename T>
  T* enter(Carrier* carrier, Target& target, std::uint32_t use, Call* call) {
    auto work = std::make_unique<T>();
    T* const out = work.get();
    out->target = &target;
    out->use = use;
    admit(std::move(work), carrier, target.peer(), call);
    return out;
  }
  // Admits an operation without a target.
  void admit(std::unique_ptr<Work> work, Carrier* carrier, int peer, Call* call);
  // Starts the operation once the target is known to be registered. `checked`: the result of checking the operation itself.
  void begin(Work* work, Status&& checked);
  // Performs one step of an operation of `live`; returns true if it made progress.
  bool step(Work* work);
  void finish(Work* work, Status&& status);
  // Tells if an operation of `live` makes progress only when it is polled.
  [[nodiscard]] bool needs_polling() const noexcept;
  // Completes the call, which needed no Work.
  static void finish_at_once(Call* call) noexcept { call->reset(); }

  [[nodiscard]] bool all_host() const noexcept { return parts.accel.all_host(); }
  // Finds the kind and the owner of the memory that a buffer lies in.
  Status query(const Buffer& buffer, accel::Memory* out) const;
  // Warns, once, that an operation failed by one method and uses another. A lack of support is not a failure.
  void warn_once(int peer, const Status& why);
  [[nodiscard]] bool is_lost(int rank) const noexcept;
  // Counts an accumulate on such memory that completed immediately.
  void count_direct(const Direct& memory, const Fold& fold, std::uint64_t offset, std::uint64_t elements) noexcept {
    counters.count(memory.takes_atomics(fold, offset) ? RmaCounters::kAccumulateAtomic : RmaCounters::kAccumulateLock,
                   elements * fold.bytes);
  }

  const Parts parts;
  RmaCounters counters;
  base::Simd simd = base::Simd::kNone;
  ElementExecutor executor;
  DeviceExecutor device;
  mutable Works live;     // operations that progress() steps
  Works served;           // operations that continue when answers come
  std::vector<int> lost;  // lost ranks
  std::uint64_t last_number = 0;
  bool warned = false;

 private:
  void start(Work* work);
};

}  // namespace penstock::proto::rma
