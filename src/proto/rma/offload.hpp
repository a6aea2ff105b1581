// Operations that one transport does in one step: puts and gets between two shapes, and single integers.
#pragma once

#include <vector>

#include "proto/rma/flush.hpp"
#include "proto/rma/requester.hpp"
#include "proto/rma/ways.hpp"

namespace penstock::proto::rma {

struct OffloadWork : Work {
  enum class Verb : std::uint8_t { kPut, kGet, kAtomic };

  Verb verb = Verb::kPut;
  transport::Move move;                    // of a put or get
  transport::Atomic atomic;                // of an integer
  const transport::Remote* way = nullptr;  // that took it
  transport::RemoteTicket ticket;
};

// The cheapest way is tried first, then the next; the owner is asked where none can.
class Offload final : public Carrier {
 public:
  Offload(Core& core, Flushes& flushes, Requester& requester) noexcept
      : core_(core), flushes_(flushes), requester_(requester) {}

  void put(Target& target, const transport::Move& move, Call* call);
  void get(Target& target, const transport::Move& move, Call* call);
  void atomic(Target& target, const transport::Atomic& atomic, Call* call);

  // For other carriers, whose operation is such a put or get too. True: it is under way, or over; then way tells who took it.
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
  std::vector<std::byte> buffer_;  // of one message
};

}  // namespace penstock::proto::rma
