// Operations that one transport does in one step: puts and gets between two shapes, and operations on single integers.
#pragma once

#include <vector>

#include "proto/rma/flush.hpp"
#include "proto/rma/requester.hpp"
#include "proto/rma/ways.hpp"

namespace penstock::proto::rma {

struct OffloadWork : Work {
  enum class Verb : std::uint8_t { kPut, kGet, kAtomic };

  Verb verb = Verb::kPut;
  transport::Move move;                    // for a put or get
  transport::Atomic atomic;                // for an operation on an integer
  const transport::Remote* way = nullptr;  // the path that executes it
  transport::RemoteTicket ticket;
};

// Tries the cheapest path first, then the next; asks the owner if none can do the operation.
class Offload final : public Carrier {
 public:
  Offload(Core& core, Flushes& flushes, Requester& requester) noexcept
      : core_(core), flushes_(flushes), requester_(requester) {}

  void put(Target& target, const transport::Move& move, Call* call);
  void get(Target& target, const transport::Move& move, Call* call);
  void atomic(Target& target, const transport::Atomic& atomic, Call* call);

  // For other carriers, whose operation is such a put or get too. Returns true if it is under way or over;
  // work->way then is the path that executes it.
  bool try_ways(OffloadWork* work);
  bool step_ticket(OffloadWork* work);

  void start(Work* work) override;
  bool step(Work* work) override { return step_ticket(static_cast<OffloadWork*>(work)); }
  Status request(Work* work) override;
  Status take(Work* work, const Piece& piece, std::span<const std::byte> payload) override;
  void served(Work* work) override { core_.finish(work, Status::ok()); }

 private:
  void begin(Target& target, OffloadWork::Verb verb, const transport::Move& move, Call* call);
  void settle(OffloadWork* work, const transport::Remote& way, const transport::Begun& begun);
  Status request_piece(OffloadWork* work);
  Status request_atomic(OffloadWork* work);
  Status read_local(const transport::Move& move, const Piece& piece, std::span<const std::byte>* out);
  Status write_local(const transport::Move& move, std::uint64_t first, std::span<const std::byte> bytes);

  Core& core_;
  Flushes& flushes_;
  Requester& requester_;
  std::vector<std::byte> buffer_;  // payload of one message
};

}  // namespace penstock::proto::rma
