// One-sided operations between ranks, over whatever way reaches the memory: the cheapest transport that can, else messages that
// the owner's process serves. Windows, epochs and symmetric heaps are built on it and are not known here.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/intrusive_list.hpp"
#include "proto/common/operation.hpp"
#include "proto/layout/layout.hpp"
#include "proto/rma/wire.hpp"
#include "proto/wire/protocol.hpp"
#include "transport/registry.hpp"

namespace penstock::proto::rma {

// Who sends messages of ours: in order to each peer, kept where they cannot be sent now. A failure to send later is told by
// Protocol::lost().
class Poster {
 public:
  virtual ~Poster() = default;
  virtual Status post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) = 0;
  // Bytes of payload that fit one message to that peer, beside a header of sizeof(Request).
  [[nodiscard]] virtual std::size_t most_payload(int peer) = 0;
};

// Who copies between two local buffers of any memory kinds. Packed lengths are equal.
class Copier {
 public:
  virtual ~Copier() = default;
  // The operation may be done already; released by the caller.
  virtual Status copy(const Buffer& destination, const Buffer& source, Operation** out) = 0;
};

// A peer's memory. Lies still from attach() to detach(), which comes before the owner deregisters it.
class Target {
 public:
  [[nodiscard]] int peer() const noexcept { return peer_; }
  [[nodiscard]] const transport::RemoteKey::Head& head() const noexcept { return attached_.head; }
  [[nodiscard]] const transport::Attachment& attachment() const noexcept { return attached_; }
  // Where callers may load and store themselves (transport::store_direct()), null if nowhere.
  [[nodiscard]] const transport::Remote* direct() const noexcept { return direct_; }

 private:
  friend class Rma;
  enum class State : std::uint8_t { kAsking, kLive, kGone };

  int peer_ = -1;
  State state_ = State::kGone;
  transport::Attachment attached_;
  const transport::Remote* direct_ = nullptr;
};

// One operation under way. The caller's; it and the memory of the operation lie still until it is done.
class Call {
 public:
  Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // A get or atomic has its result; a put's memory is the caller's again, and flush() makes it visible at the target; a flush
  // has done so.
  [[nodiscard]] bool done() const noexcept { return stage_ == Stage::kDone; }
  [[nodiscard]] const Status& status() const noexcept { return status_; }

 private:
  friend class Rma;
  enum class Verb : std::uint8_t { kPut, kGet, kAtomic, kFlush };
  enum class Stage : std::uint8_t {
    kDone,
    kHeld,     // the owner has not said yet whether the target lives
    kTicket,   // a transport works
    kServed,   // messages are under way
    kEarlier,  // of a flush: earlier operations are under way
    kTickets,  // of a flush: transports work
  };

  base::ListNode node_;
  Stage stage_ = Stage::kDone;
  Verb verb_ = Verb::kPut;
  int peer_ = -1;
  std::uint64_t number_ = 0;  // in the order of calls
  Status status_;
  Target* target_ = nullptr;
  transport::Move move_;
  transport::Atomic atomic_;
  transport::OneSided* way_ = nullptr;
  transport::RemoteTicket ticket_;
  std::uint64_t asked_ = 0;  // of a served one: bytes in requests
  unsigned unanswered_ = 0;  // requests
  std::vector<std::pair<transport::OneSided*, transport::RemoteTicket>> flushes_;
};

// What of the rank it uses. All outlive it.
struct Parts {
  transport::MemoryRegistry& registry;
  accel::Accel& accel;
  Log& log;
  Poster& poster;
  Copier& copier;
  const Config& config;
  int rank = 0;
};

// Not thread-safe.
class Rma final : public Protocol {
 public:
  explicit Rma(const Parts& parts) : parts_(parts) {}
  Rma(const Rma&) = delete;
  Rma& operator=(const Rma&) = delete;

  // Attaches memory by its key (MemoryRegistry::key()). Operations may follow at once. Where nothing here shows whether the key
  // is of memory that is still registered, its owner is asked: operations wait for that, and fail if it is not.
  Status attach(int peer, std::span<const std::byte> key, Target* out);
  // No call on it is under way.
  void detach(Target* target);

  // What fails fails in call->status(); the call may be done at once.
  void put(Target& target, const transport::Move& move, Call* call);
  void get(Target& target, const transport::Move& move, Call* call);
  // One element. Whoever operates on a word does so by the same executor for all ranks: CPUs, here or the owner's.
  void atomic(Target& target, const transport::Atomic& atomic, Call* call);
  // Everything on memory of that peer so far is visible there, and its own loads and stores by direct() too.
  void flush(int peer, Call* call);

  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  bool progress() override;
  void lost(int peer, const Status& why) override;
  [[nodiscard]] bool idle() const noexcept override { return live_.empty(); }
  [[nodiscard]] bool needs_polling() const noexcept override { return !live_.empty(); }

 private:
  // One request that is not answered yet.
  struct Piece {
    Call* call = nullptr;  // null: a target is asked for
    Target* target = nullptr;
    std::uint64_t first = 0;  // of the packed bytes
    std::uint64_t bytes = 0;
    int peer = -1;
  };

  void begin(Target& target, Call::Verb verb, Call* call);
  void start(Call* call);
  static Status check(const Call& call);
  static Status run(const transport::Remote& way, const Call& call, transport::Begun* out);
  bool try_ways(Call* call);
  void settle(Call* call, const transport::Remote& way, const transport::Begun& begun);
  void finish(Call* call, Status&& status);
  void fail_served(Call* call, Status&& status);
  bool step(Call* call);
  bool step_flush(Call* call);
  void begin_flushes(Call* call);
  [[nodiscard]] bool earlier(const Call& flush) noexcept;
  const transport::Remote* choose(const Call& call, std::uint32_t refused) const;
  void soil(int peer, transport::OneSided* way);

  void serve(Call* call);
  Status post_piece(Call* call);
  Status post_atomic(Call* call);
  Status request(int peer, const Request& wanted, std::span<const std::byte> payload, const Piece& piece);
  Status read_local(const transport::Move& move, std::uint64_t first, std::uint64_t bytes, std::span<const std::byte>* out);
  Status write_local(const transport::Move& move, std::uint64_t first, std::span<const std::byte> bytes);
  void answered(const Piece& piece, const Reply& reply, std::span<const std::byte> payload);

  void serve_request(int peer, const Request& wanted, std::span<const std::byte> payload);
  Status answer(const Request& wanted, std::span<const std::byte> payload, std::size_t most, std::span<const std::byte>* out);

  Parts parts_;
  base::IntrusiveList<Call, &Call::node_> live_;
  std::unordered_map<std::uint32_t, Piece> pieces_;                   // by Request::id
  std::unordered_map<int, std::vector<transport::OneSided*>> dirty_;  // ways with something to flush, by peer
  std::vector<std::byte> buffer_;                                     // of one message
  std::uint64_t old_value_ = 0;                                       // of the atomic that is served
  std::uint64_t last_number_ = 0;
  std::uint32_t last_id_ = 0;
  bool warned_ = false;
};

}  // namespace penstock::proto::rma
