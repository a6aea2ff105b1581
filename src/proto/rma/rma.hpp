// One-sided operations between ranks, over whatever way reaches the memory: the cheapest transport that can, else messages that
// the owner's process serves. Windows, epochs and symmetric heaps are built on it and are not known here.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/intrusive_list.hpp"
#include "proto/common/operation.hpp"
#include "proto/layout/layout.hpp"
#include "proto/layout/moves.hpp"
#include "proto/rma/counters.hpp"
#include "proto/rma/device_executor.hpp"
#include "proto/rma/direct.hpp"
#include "proto/rma/executor.hpp"
#include "proto/rma/explain.hpp"
#include "proto/rma/extents.hpp"
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
  // No accumulate needs anything of the owner's process. False for peers' memory of GPUs: some elements do.
  [[nodiscard]] bool executes_here() const noexcept { return reached_.here; }
  // So many of its bytes for operations that are over at once; none where it does not lie here or is not for every use.
  [[nodiscard]] Direct direct_part(std::uint64_t offset, std::uint64_t bytes) const noexcept;

 private:
  friend class Rma;
  enum class State : std::uint8_t { kAsking, kLive, kGone };

  int peer_ = -1;
  State state_ = State::kGone;
  transport::Attachment attached_;
  const transport::Remote* direct_ = nullptr;
  Reached reached_;  // for accumulates
};

struct Work;  // work.hpp

// One operation under way. The caller's; it and the memory and layouts of the operation lie still until it is done.
class Call {
 public:
  Call() noexcept;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call();

  // What has a result has it here; memory of the origin is the caller's again, and flush() makes a put or accumulate visible at
  // the target; a flush has done so.
  [[nodiscard]] bool done() const noexcept { return stage_ == Stage::kDone; }
  [[nodiscard]] const Status& status() const noexcept { return status_; }

 private:
  friend class Rma;
  friend struct Work;
  enum class Verb : std::uint8_t { kPut, kGet, kAtomic, kFlush, kAccumulate };
  enum class Stage : std::uint8_t {
    kDone,
    kHeld,     // the owner has not said yet whether the target lives, or earlier accumulates come first
    kCopies,   // memory here is copied, in front of the operation
    kReturns,  // or behind it
    kTicket,   // a transport works
    kPieces,   // the same on several pieces
    kKernels,  // an accumulate's kernels
    kBusy,     // another rank has the lock
    kServed,   // messages are under way
    kEarlier,  // of a flush: earlier operations are under way
    kTickets,  // of a flush: transports work
  };

  void reset() noexcept {
    if (!status_.is_ok()) status_ = Status();
    stage_ = Stage::kDone;
  }

  base::ListNode node_;
  Stage stage_ = Stage::kDone;
  Verb verb_ = Verb::kPut;
  int peer_ = -1;
  std::uint64_t number_ = 0;  // in the order of calls
  Status status_;
  Target* target_ = nullptr;
  std::unique_ptr<Work> work_;  // of what was not over at once
};

// What of the rank it uses. All outlive it.
struct Parts {
  transport::MemoryRegistry& registry;
  accel::Accel& accel;
  Log& log;
  Poster& poster;
  Copier& copier;
  const Config& config;
  observe::Counters& counters;
  int rank = 0;
};

// Not thread-safe.
class Rma final : public Protocol {
 public:
  explicit Rma(const Parts& parts);
  Rma(const Rma&) = delete;
  Rma& operator=(const Rma&) = delete;
  ~Rma() override;

  // Attaches memory by its key (MemoryRegistry::key()), this rank's own too. Operations may follow at once. Where nothing here
  // shows whether the key is of memory that is still registered, its owner is asked: operations wait for that, and fail if it
  // is not.
  Status attach(int peer, std::span<const std::byte> key, Target* out);
  // No call on it is under way.
  void detach(Target* target);

  // What fails fails in call->status(); the call may be done at once. Code::kArg: out of the region's range, or not registered
  // for that. Memory of the origin is of any kind.
  //
  // As many bytes as the origin has, or (get) the target; Code::kTruncate if the other side has not so many. Small contiguous
  // ones of a direct target are over at once, for a check and a move.
  void put(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
    if (!move_directly(target, origin, remote, transport::kUseWrite, call)) put_layouts(target, origin, remote, call);
  }
  void get(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
    if (!move_directly(target, origin, remote, transport::kUseRead, call)) get_layouts(target, origin, remote, call);
  }
  // Both sides consist of the accumulation's elements; each is replaced by (element op origin's), as one step for every other
  // accumulate on it. `result`, if it is not null, gets what was there. kNoOp reads alone, without an origin. Accumulates of
  // this rank on one peer's memory are done in the order of their calls. Code::kOp, Code::kType: there is no such operation.
  void accumulate(Target& target, const Accumulation& what, const Buffer& origin, const Buffer* result,
                  const RemoteBuffer& remote, Call* call);
  // One element of so many bytes, bit by bit: `origin` goes there if `compare` is there. `result` gets what was there.
  void compare_and_swap(Target& target, std::uint64_t offset, std::uint32_t bytes, const void* origin, const void* compare,
                        void* result, Call* call);

  // Any pointer is memory of the CPU now, as operations on Target::direct_part() need it. Costs two loads.
  [[nodiscard]] bool all_host() const noexcept { return parts_.accel.all_host(); }
  // What accumulate() does with such elements.
  Status fold_of(const Accumulation& what, Fold* out) {
    PENSTOCK_TRY(fold_of(what));
    return *out = last_fold_, Status::ok();
  }
  [[nodiscard]] int rank() const noexcept { return parts_.rank; }

  // The same of shapes that are made already.
  void put(Target& target, const transport::Move& move, Call* call);
  void get(Target& target, const transport::Move& move, Call* call);
  // One integer element, for locks and counters of the layer above. By the region's executor, as accumulates.
  void atomic(Target& target, const transport::Atomic& atomic, Call* call);
  // Everything on memory of that peer so far is visible there, and its own loads and stores by direct() too.
  void flush(int peer, Call* call);

  // How operations on the target go from here, and why.
  [[nodiscard]] Explanation explain(const Target& target);
  [[nodiscard]] RmaCounters& counters() noexcept { return counters_; }
  // An accumulate that was over at once.
  void count_direct(const Direct& memory, const Fold& fold, std::uint64_t offset, std::uint64_t elements) noexcept {
    counters_.count(memory.takes_atomics(fold, offset) ? RmaCounters::kAccumulateAtomic : RmaCounters::kAccumulateLock,
                    elements * fold.bytes);
  }

  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  bool progress() override;
  void lost(int peer, const Status& why) override;
  [[nodiscard]] bool idle() const noexcept override { return live_.empty() && served_.empty() && deferred_.empty(); }
  [[nodiscard]] bool needs_polling() const noexcept override;

 private:
  // One request that is not answered yet.
  struct Piece {
    Call* call = nullptr;  // null: a target is asked for
    Target* target = nullptr;
    std::uint64_t first = 0;  // of the packed bytes
    std::uint64_t bytes = 0;
    int peer = -1;
  };
  // Calls that have a peer serve them.
  struct Asked {
    unsigned unanswered = 0;    // requests
    std::deque<Call*> no_room;  // calls that have none unanswered, and some to make
  };
  // A peer's request that waits for a lock, or behind one that does.
  struct Deferred {
    int peer = -1;
    Request wanted;
    std::vector<std::byte> payload;
    std::vector<std::byte> result;
    std::uint64_t done = 0;  // elements
    DeviceExecutor::Run run = {};
    bool runs = false;
  };

  // rma.cpp
  void enter(Target& target, Call::Verb verb, Call* call);
  void begin(Call* call, Status&& checked);
  void start(Call* call);
  Status check_use(const Call& call) const;
  static Status check_shape(const Call& call);
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
  [[nodiscard]] std::string why_served(const Target& target) const;  // explain.cpp
  void soil(int peer, transport::OneSided* way);
  // A transport or a copier is at work on memory of the call.
  [[nodiscard]] static bool is_worked_on(Call::Stage stage) noexcept;
  void warn_once(int peer, const Status& why);
  // Of operations between layouts, which are the program's.
  void count(const Call& call, std::string_view by);

  // layouts.cpp
  bool move_directly(Target& target, const Buffer& origin, const RemoteBuffer& remote, std::uint32_t use, Call* call) {
    const transport::Remote* const way = target.direct_;
    if (way == nullptr || (target.head().use & use) == 0 || !parts_.accel.all_host()) return false;
    const auto offset = static_cast<std::uint64_t>(remote.offset);
    const std::uint64_t bytes = origin.bytes();
    if (bytes == 0 || bytes != remote.bytes() || bytes > way->bytes || offset > way->bytes - bytes) return false;
    if (!origin.layout->is_contiguous(origin.count) || !remote.layout->is_contiguous(remote.count)) return false;
    auto* const mine = static_cast<std::byte*>(origin.address);
    const Direct theirs{.base = way->direct + offset, .bytes = bytes};
    const bool puts = use == transport::kUseWrite;
    puts ? theirs.put(0, mine, bytes) : theirs.get(0, mine, bytes);
    counters_.count(puts ? RmaCounters::kPutDirect : RmaCounters::kGetDirect, bytes);
    call->reset();
    return true;
  }
  void put_layouts(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call);
  void get_layouts(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call);
  void start_layouts(Call* call);
  void move_mapped(Call* call, const transport::Remote& way, const accel::Memory& memory);
  bool try_shapes(Call* call, const accel::Memory& memory);
  bool try_pieces(Call* call);
  Status begin_pieces(Call* call);
  Status move_lists(Call* call);
  bool step_pieces(Call* call);
  void go_on(Call* call);
  void end_layouts(Call* call);
  void begin_copy(Call* call, const Buffer& destination, const Buffer& source, Call::Stage stage);
  void copied(Call* call);
  [[nodiscard]] Status memory_of(const Buffer& buffer, accel::Memory* out) const;

  // accumulate.cpp
  [[nodiscard]] Reached reach(const Target& target) const;
  Status fold_of(const Accumulation& what);
  std::uint64_t execute_at_once(const Target& target, const Fold& fold, std::uint64_t offset, const Elements& elements);
  std::uint64_t accumulate_at_once(Target& target, const Fold& fold, const Buffer& origin, const Buffer* result,
                                   const RemoteBuffer& remote);
  void begin_accumulate(Call* call, const Fold& fold);
  void begin_single(const Fold& fold, std::uint64_t offset, Call* call);
  static Status check_accumulate(const Call& call);
  void link_accumulate(Call* call);
  void unlink_accumulate(Call* call) noexcept;
  [[nodiscard]] static bool waits_for_earlier(const Call& call) noexcept;
  void start_accumulate(Call* call);
  Status stage_accumulate(Call* call);
  void execute(Call* call);
  Status execute_part(Call* call, Executed* done);
  void atomic_by_lock(Target& target, const transport::Atomic& atomic, Call* call);

  // accumulate_device.cpp
  void choose_executor(Call* call) const;
  static void reach_operands(Call* call, const accel::Memory& operand, const accel::Memory& result);
  Status stage_single(Call* call);
  void launch_accumulate(Call* call);
  Status launch_part(Call* call, DeviceExecutor::Run* run, bool* begun);
  void fail_launch(Call* call, Status&& why);
  bool step_kernels(Call* call);
  [[nodiscard]] static bool leads(const Call& call) noexcept;
  Status execute_by_kernels(Deferred* request, const Reached& own, const Fold& fold, std::span<Extent> extents,
                            const Elements& elements, bool* busy);
  bool settle_run(Deferred* request, std::uint32_t element_bytes, Status* status);

  // served.cpp, served_lists.cpp
  void serve(Call* call);
  void post_more(Call* call);
  void post_waiting(Asked* asked);
  Status post_part(Call* call);
  Status post_piece(Call* call);
  Status post_atomic(Call* call);
  Status post_list(Call* call);
  Status request(int peer, const Request& wanted, std::span<const std::byte> payload, const Piece& piece);
  Status read_local(const transport::Move& move, std::uint64_t first, std::uint64_t bytes, std::span<const std::byte>* out);
  Status write_local(const transport::Move& move, std::uint64_t first, std::span<const std::byte> bytes);
  void answered(const Piece& piece, const Reply& reply, std::span<const std::byte> payload);
  Status take_answer(Call* call, const Piece& piece, std::span<const std::byte> payload);

  // owner.cpp
  void serve_request(int peer, const Request& wanted, std::span<const std::byte> payload);
  void reply(int peer, const Request& wanted, const Status& status, std::span<const std::byte> data);
  Status answer(const Request& wanted, std::span<const std::byte> payload, std::size_t most, std::span<const std::byte>* out);
  Status answer_move(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload,
                     std::span<const std::byte>* out);
  Status answer_atomic(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload,
                       std::span<const std::byte>* out);
  Status answer_list(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload,
                     std::span<const std::byte>* out);
  bool answer_accumulate(Deferred* request);
  Status execute_request(Deferred* request, bool* busy);
  bool serve_deferred();
  [[nodiscard]] Reached reach_own(const transport::Region& region) const;
  Status copy_own(const transport::Region& region, const Extent& extent, std::byte* packed, bool into);

  Parts parts_;
  RmaCounters counters_;
  base::Simd simd_ = base::Simd::kNone;
  ElementExecutor executor_;
  DeviceExecutor device_;
  mutable base::IntrusiveList<Call, &Call::node_> live_;              // progress() looks at each
  mutable base::IntrusiveList<Call, &Call::node_> served_;            // answers move them
  std::unordered_map<int, Asked> asked_;                              // by peer
  std::unordered_map<std::uint32_t, Piece> pieces_;                   // by Request::id
  std::unordered_map<int, std::vector<transport::OneSided*>> dirty_;  // ways with something to flush, by peer
  std::deque<Deferred> deferred_;
  std::vector<int> lost_;
  std::vector<std::byte> buffer_;   // of one message
  std::vector<std::byte> packed_;   // origin's elements of a part
  std::vector<std::byte> results_;  // and what was there
  std::vector<Extent> extents_;
  std::vector<Extent> local_extents_;
  Accumulation last_wanted_;  // whose fold is last_fold_, if it has elements
  Fold last_fold_;
  std::unordered_map<int, Call*> last_accumulate_;  // under way, by peer
  std::uint64_t old_value_ = 0;                     // of the atomic that is served
  std::uint64_t last_number_ = 0;
  std::uint32_t last_id_ = 0;
  bool warned_ = false;
};

}  // namespace penstock::proto::rma
