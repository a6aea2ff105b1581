// One-sided operations between ranks, by any path to the memory: the cheapest transport that can do the operation,
// else messages that the owner's process serves. Windows, epochs and symmetric heaps are built on it and are not
// known here. README.md describes the parts.
#pragma once

#include <cstdint>
#include <span>

#include "proto/rma/accumulate.hpp"
#include "proto/rma/explain.hpp"
#include "proto/rma/move.hpp"
#include "proto/rma/responder.hpp"
#include "proto/wire/protocol.hpp"

namespace penstock::proto::rma {

// Not thread-safe.
class Rma final : public Protocol {
 public:
  explicit Rma(const Parts& parts) : core_(parts) {}
  Rma(const Rma&) = delete;
  Rma& operator=(const Rma&) = delete;

  // Attaches memory by its key (MemoryRegistry::key()), also this rank's own. Operations may follow immediately. If nothing on
  // this rank shows whether the key belongs to memory that is still registered, the owner is asked: operations wait for its
  // answer, and fail if the memory is not registered.
  Status attach(int peer, std::span<const std::byte> key, Target* out);
  // Requires that no call on the target is under way.
  void detach(Target* target);

  // A failure is in call->status(); the call may be done on return. Code::kArg: out of the region's range, or not registered
  // for that use. The origin's memory may be of any kind.
  //
  // put() moves as many bytes as the origin has, get() as many as the target has; Code::kTruncate if the other side has fewer.
  // Small contiguous operations on a direct target complete immediately, at the cost of a check and a move.
  void put(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
    if (!move_directly(target, origin, remote, transport::kUseWrite, call)) moves_.put(target, origin, remote, call);
  }
  void get(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
    if (!move_directly(target, origin, remote, transport::kUseRead, call)) moves_.get(target, origin, remote, call);
  }
  // Both sides consist of the accumulation's elements; each is replaced by (element op origin's element), atomically with
  // respect to every other accumulate on it. `result`, if it is not null, gets the previous values. kNoOp only reads, without
  // an origin. Accumulates of this rank on one peer's memory are executed in the order of their calls. Code::kOp,
  // Code::kType: there is no such operation.
  void accumulate(Target& target, const Accumulation& what, const Buffer& origin, const Buffer* result,
                  const RemoteBuffer& remote, Call* call) {
    accumulates_.accumulate(target, what, origin, result, remote, call);
  }
  // Operates on one element of `bytes` bytes: `origin` replaces it if it is bitwise equal to
  // `compare`. `result` gets the previous value.
  void compare_and_swap(Target& target, std::uint64_t offset, std::uint32_t bytes, const void* origin, const void* compare,
                        void* result, Call* call) {
    accumulates_.compare_and_swap(target, offset, bytes, origin, compare, result, call);
  }

  // Tells if any pointer is host memory now, which operations on Target::direct_part() require. Costs two loads.
  [[nodiscard]] bool all_host() const noexcept { return core_.all_host(); }
  // Returns the Fold by which accumulate() operates on such elements.
  Status fold_of(const Accumulation& what, Fold* out) { return accumulates_.fold_of(what, out); }
  [[nodiscard]] int rank() const noexcept { return core_.parts.rank; }

  // These take shapes that are made already.
  void put(Target& target, const transport::Move& move, Call* call) { offload_.put(target, move, call); }
  void get(Target& target, const transport::Move& move, Call* call) { offload_.get(target, move, call); }
  // Operates on one integer, for locks and counters of the layer above; the region's executor does it, as for accumulates.
  void atomic(Target& target, const transport::Atomic& atomic, Call* call);
  // Makes all earlier operations on memory of that peer visible there, and also the caller's own loads and stores by direct().
  void flush(int peer, Call* call) { flushes_.flush(peer, call); }

  // Describes the method of operations on the target from this rank, and why.
  [[nodiscard]] Explanation explain(const Target& target) const { return rma::explain(core_.parts, target); }
  [[nodiscard]] RmaCounters& counters() noexcept { return core_.counters; }
  // Counts an accumulate that completed immediately.
  void count_direct(const Direct& memory, const Fold& fold, std::uint64_t offset, std::uint64_t elements) noexcept {
    core_.count_direct(memory, fold, offset, elements);
  }

  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  bool progress() override;
  void lost(int peer, const Status& why) override;
  [[nodiscard]] bool idle() const noexcept override { return core_.live.empty() && core_.served.empty() && responder_.idle(); }
  [[nodiscard]] bool needs_polling() const noexcept override;

 private:
  bool move_directly(Target& target, const Buffer& origin, const RemoteBuffer& remote, std::uint32_t use, Call* call) {
    const transport::Remote* const way = target.direct();
    if (way == nullptr || (target.head().use & use) == 0 || !core_.all_host()) return false;
    const auto offset = static_cast<std::uint64_t>(remote.offset);
    const std::uint64_t bytes = origin.bytes();
    if (bytes == 0 || bytes != remote.bytes() || bytes > way->bytes || offset > way->bytes - bytes) return false;
    if (!origin.layout->is_contiguous(origin.count) || !remote.layout->is_contiguous(remote.count)) return false;
    auto* const mine = static_cast<std::byte*>(origin.address);
    const Direct theirs{.base = way->direct + offset, .bytes = bytes};
    const bool puts = use == transport::kUseWrite;
    puts ? theirs.put(0, mine, bytes) : theirs.get(0, mine, bytes);
    core_.counters.count(puts ? RmaCounters::kPutDirect : RmaCounters::kGetDirect, bytes);
    Core::finish_at_once(call);
    return true;
  }

  Core core_;
  Flushes flushes_{core_};
  Requester requester_{core_};
  Offload offload_{core_, flushes_, requester_};
  Moves moves_{core_, flushes_, requester_, offload_};
  Accumulates accumulates_{core_, requester_};
  Responder responder_{core_};
};

}  // namespace penstock::proto::rma
