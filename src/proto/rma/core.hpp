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

// One per Rma, used by one thread at a time.
struct Core {
  using Works = base::IntrusiveList<Work, &Work::node>;

  explicit Core(const Parts& all);

  // A new operation of the call, held until begin().
  template <typename T>
  T* enter(Carrier* carrier, Target& target, std::uint32_t use, Call* call) {
    auto work = std::make_unique<T>();
    T* const out = work.get();
    out->target = &target;
    out->use = use;
    admit(std::move(work), carrier, target.peer(), call);
    return out;
  }
  // This admits one without a target.
  void admit(std::unique_ptr<Work> work, Carrier* carrier, int peer, Call* call);
  // Starts it once the target is known to live. `checked`: what is wrong with the operation itself.
  void begin(Work* work, Status&& checked);
  // One step of one of `live`; true if it got on.
  bool step(Work* work);
  void finish(Work* work, Status&& status);
  // One of `live` gets on only when it is looked at.
  [[nodiscard]] bool needs_polling() const noexcept;
  // The call is over without any Work.
  static void finish_at_once(Call* call) noexcept { call->reset(); }

  [[nodiscard]] bool all_host() const noexcept { return parts.accel.all_host(); }
  // Tells what is known of the memory that a buffer lies in.
  Status query(const Buffer& buffer, accel::Memory* out) const;
  // A way has failed, and another one is taken. A lack of support is no failure.
  void warn_once(int peer, const Status& why);
  [[nodiscard]] bool is_lost(int rank) const noexcept;
  // An accumulate on such memory was over at once.
  void count_direct(const Direct& memory, const Fold& fold, std::uint64_t offset, std::uint64_t elements) noexcept {
    counters.count(memory.takes_atomics(fold, offset) ? RmaCounters::kAccumulateAtomic : RmaCounters::kAccumulateLock,
                   elements * fold.bytes);
  }

  const Parts parts;
  RmaCounters counters;
  base::Simd simd = base::Simd::kNone;
  ElementExecutor executor;
  DeviceExecutor device;
  mutable Works live;     // progress() looks at each
  Works served;           // answers move them
  std::vector<int> lost;  // ranks
  std::uint64_t last_number = 0;
  bool warned = false;

 private:
  void start(Work* work);
};

}  // namespace penstock::proto::rma
