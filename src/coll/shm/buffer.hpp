// The shared memory of the members of a team on one host: each has a shared buffer, which it alone writes and all read.
// Operations synchronise there by words in memory, without messages: all members reserve lines in the same order, so an
// operation finds a member's data in the same line of that member's shared buffer on all ranks.
//
// A shared buffer has lines, one for each operation. A line's stamp says that its data are there: up to kInline bytes in the
// line itself, longer data in a ring, at an offset that the line holds. A member may be ahead of the others by as many
// operations as there are lines and by as much data of its own as the ring holds; each member publishes how far it has read
// after every quarter of either.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <unistd.h>

#include "base/status.hpp"
#include "proto/engine/engine.hpp"
#include "transport/transport.hpp"

namespace penstock::coll {

// The place of an operation's bytes: an offset in this rank's shared buffer, and the stamp in those of all others.
struct Place {
  std::uint64_t stamp = 0;
  std::uint64_t data = 0;   // offset in this rank's ring of data; unused where the bytes lie in the line
  std::uint64_t end = 0;    // the end, behind this place, of all data that this rank has reserved
  std::uint64_t most = 0;   // the most that any member may have reserved so far
  std::uint64_t bytes = 0;  // reserved by this rank
};

// A rank's offer of the shared buffer that it would use.
struct ShmOffer {
  std::int64_t shm = -1;   // -1: none
  std::uint64_t last = 0;  // the last stamp that was ever used on it
};

// Returns the error for a member whose part for this rank has another length.
[[nodiscard]] Status other_length(int member, std::uint64_t bytes, std::uint64_t expected);

class ShmBufferMaker;

// Decides, by the results so far, if a rank polls for the writes of others before it yields to them.
class Looks {
 public:
  [[nodiscard]] bool are_worth_while() noexcept { return paid_ || ++skipped_ % kRetry == 0; }
  void were(bool worth_while) noexcept { paid_ = worth_while; }

 private:
  static constexpr unsigned kRetry = 16;
  bool paid_ = false;
  unsigned skipped_ = 0;
};

// One rank's view of the shared buffers. It is used with the engine's lock held. Operations run one after another, in the order
// of their tickets: all ranks start them in the same order.
class ShmBuffer {
 public:
  static constexpr std::uint64_t kLines = 256;
  static constexpr std::uint64_t kInline = 48;
  static constexpr std::uint64_t kFailed = ~std::uint64_t{0};
  static constexpr std::uint64_t kLengthBytes = sizeof(std::uint64_t);  // the length of a part, in front of it in a cell

  // `offers` holds the offer of each member; all have a shared buffer.
  ShmBuffer(ShmBufferMaker& maker, int rank, std::span<const int> world, std::vector<ShmOffer> offers);
  ShmBuffer(const ShmBuffer&) = delete;
  ShmBuffer& operator=(const ShmBuffer&) = delete;
  ~ShmBuffer();

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(offers_.size()); }
  // Returns the largest number of bytes that one operation may reserve.
  [[nodiscard]] std::uint64_t largest() const noexcept { return largest_; }

  [[nodiscard]] std::uint64_t take_ticket() noexcept { return tickets_++; }
  [[nodiscard]] bool is_turn_of(std::uint64_t ticket) const noexcept { return ticket == turn_; }
  [[nodiscard]] bool is_idle() const noexcept { return tickets_ == turn_; }
  void pass_turn() noexcept { ++turn_; }

  // Maps the members' shared buffers. It is called once, before all other functions.
  Status open();
  // Reserves the next place. `most`, up to largest(), is the same on all ranks; this rank may write `own` bytes, up to `most`.
  [[nodiscard]] Place reserve(std::uint64_t most, std::uint64_t own) noexcept;
  [[nodiscard]] Place reserve(std::uint64_t bytes) noexcept { return reserve(bytes, bytes); }
  // Tells if this rank may write there by now; otherwise the watch is set to the change that it needs. Once the buffer is
  // broken it may stay so.
  [[nodiscard]] bool has_room(const Place& place, transport::ShmBuffers::Watch* watch) noexcept;
  // Returns the address of this rank's own bytes, which are written once there is room and before publish().
  [[nodiscard]] std::byte* own(const Place& place) noexcept;
  // Tells one member, or all (-1), that the bytes are there, or that they never will be.
  void publish(const Place& place, std::uint64_t bytes, bool failed, int to) noexcept;

  // True if the member has published; otherwise the watch is set.
  [[nodiscard]] bool has_come(int member, const Place& place, transport::ShmBuffers::Watch* watch) const noexcept;
  // Returns the number of bytes of a member that has published, or kFailed.
  [[nodiscard]] std::uint64_t published(int member, const Place& place) const noexcept;
  [[nodiscard]] bool is_whole(int member, const Place& place, std::uint64_t bytes) const noexcept {
    return published(member, place) == bytes;
  }
  [[nodiscard]] const std::byte* of(int member, const Place& place) const noexcept;
  // Returns this rank's cell of a member that published one for each of the others, in rank order and of equal length. Null if
  // it failed or published something else.
  [[nodiscard]] const std::byte* cell_of(int member, const Place& place) const noexcept;
  // Returns the reason why is_whole() is false or cell_of() is null.
  [[nodiscard]] Status no_part(proto::Engine& engine, int member, std::uint64_t bytes) const;
  // True at the first call after the engine has lost a member. From then on the buffer is broken: what no member has published
  // by now counts as published and failed, so that no member waits for one that will not come or that has given up.
  [[nodiscard]] bool breaks(const proto::Engine& engine);
  [[nodiscard]] bool is_broken() const noexcept { return !loss_.is_ok(); }
  // Returns the failure of a broken buffer.
  [[nodiscard]] const Status& loss() const noexcept { return loss_; }
  // Declares that this rank reads no more there, nor at any earlier place.
  void leave(const Place& place) noexcept;

  // These enclose the time in which an operation waits for its watch.
  void wait_for(transport::ShmBuffers::Watch* watch) noexcept;
  void wait_no_more(transport::ShmBuffers::Watch* watch) noexcept;
  [[nodiscard]] Looks& looks() noexcept { return looks_; }

 private:
  struct Line;
  struct Control;
  struct Member {
    Control* control = nullptr;
    Line* lines = nullptr;
    std::byte* data = nullptr;
    std::atomic<std::uint32_t>* bell = nullptr;
  };
  friend class ShmBufferMaker;

  [[nodiscard]] Line& line(int member, const Place& place) const noexcept;
  [[nodiscard]] bool is_free(const Place& place) const noexcept;
  void ring(int member) const noexcept;
  void ring_all() const noexcept;

  ShmBufferMaker& maker_;
  int rank_;
  std::span<const int> world_;
  std::vector<ShmOffer> offers_;
  std::vector<Member> members_;  // none until open()
  std::uint64_t data_bytes_ = 0;
  std::uint64_t largest_ = 0;
  std::uint64_t tickets_ = 0;
  std::uint64_t turn_ = 0;
  std::uint64_t stamp_ = 0;      // the last stamp that was reserved
  std::uint64_t end_ = 0;        // the end of the data that this rank has reserved
  std::uint64_t most_ = 0;       // the end of the data that any member may have reserved
  std::uint64_t read_ = 0;       // all members have read up to this stamp, as far as this rank knows
  std::uint64_t told_ = 0;       // the stamp up to which this rank has published that it has read,
  std::uint64_t told_most_ = 0;  // and the place in the data that belongs to it
  Looks looks_;
  Status loss_;
  std::vector<std::uint64_t> ends_;  // the end of this rank's data behind each of the last stamps
};

// The shared buffers of one process.
class ShmBufferMaker {
 public:
  // `rooms` is null where there are none; it outlives this object.
  explicit ShmBufferMaker(transport::ShmBuffers* rooms) noexcept : rooms_(rooms) {}

  // Offers a shared buffer of this rank for a team of these ranks of the job; none if they do not
  // share a host, or are too many.
  [[nodiscard]] ShmOffer offer(std::span<const int> world);
  // Makes the view from the offers of all members, this rank's own among them. Null if a member has no shared buffer; then this
  // rank's own is free again. `world` and this object outlive the result.
  [[nodiscard]] std::unique_ptr<ShmBuffer> make(int rank, std::span<const int> world, std::vector<ShmOffer> offers);
  // Frees this rank's own shared buffer; called in place of make().
  void take_back(const ShmOffer& own) noexcept;

 private:
  friend class ShmBuffer;
  struct Retired {
    int shm;
    std::uint64_t peers;  // the number of peers that have to close it
  };
  [[nodiscard]] bool can_reach(std::span<const int> world);
  void reclaim() noexcept;
  [[nodiscard]] ShmBuffer::Control& control(int shm) noexcept;

  transport::ShmBuffers* rooms_;
  pid_t pid_ = getpid();  // a forked child has its parent's shared buffers and none of its duties
  std::vector<Retired> retired_;
};

}  // namespace penstock::coll
