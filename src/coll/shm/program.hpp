// One operation in a shared buffer, as a list of small steps that run one after another. Every rank of the team makes the same
// reserve() calls in the same order, apart from the lengths that it writes itself; its other steps are its own.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/status.hpp"
#include "coll/shm/buffer.hpp"
#include "coll/team.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// The memory that a step writes: of this process, or this rank's own bytes at a place.
struct ShmTarget {
  std::byte* address = nullptr;
  int slot = -1;  // if not negative: `offset` from the own bytes at the place of that slot
  std::uint64_t offset = 0;
};

// The steps are recorded once and run as often as wanted; or each step runs while it is added, if it depends on nothing and its
// caller would wait anyway. All memory is contiguous host memory. A slot names a place until it is reserved again; slots that
// are in use together hold at most twice the largest reservation (ShmBuffer::largest() * 2).
class ShmProgram {
 public:
  static constexpr int kSlots = 8;
  static constexpr bool kTakesFunctions = true;  // it supports reductions by functions of the application

  // Empties it. The shared buffer and the engine outlive its use. `at_once`, for a shared buffer that is idle: each step runs,
  // and waits, when it is added; then end() replaces enter() and advance().
  void reset(ShmBuffer& shm, proto::Engine& engine, const Reduction& reduction = {}, bool at_once = false);
  [[nodiscard]] bool at_once() const noexcept { return at_once_; }
  // For an operation that does not run immediately: its turn does not end with it, so that further operations run in it
  // (enter_turn()), until ShmBuffer::pass_turn() ends it.
  void keep_turn() noexcept { turn_ = Turn::kKept; }
  [[nodiscard]] ShmBuffer& shm() const noexcept { return *shm_; }

  void reserve(int slot, std::uint64_t bytes) { reserve(slot, bytes, bytes); }
  // `most` is the same on all ranks; this rank may write `own` bytes.
  void reserve(int slot, std::uint64_t most, std::uint64_t own) {
    add({.kind = Kind::kReserve, .slot = narrow(slot), .bytes = most, .length = own});
  }
  // Copies from this rank's memory to `offset` of its own bytes; waits for room.
  void write(int slot, std::uint64_t offset, const std::byte* from, std::uint64_t bytes) {
    add({.kind = Kind::kWrite, .slot = narrow(slot), .from = from, .bytes = bytes, .offset = offset});
  }
  // Writes the length of a part at the begin of its cell.
  void write_length(int slot, std::uint64_t offset, std::uint64_t length) {
    add({.kind = Kind::kWriteLength, .slot = narrow(slot), .offset = offset, .length = length});
  }
  // Copies within this rank's memory.
  void copy(std::byte* to, const std::byte* from, std::uint64_t bytes) {
    add({.kind = Kind::kCopy, .from = from, .to = {.address = to}, .bytes = bytes});
  }
  // Publishes the own bytes to one member or all (-1).
  void publish(int slot, std::uint64_t bytes, int to = -1) {
    add({.kind = Kind::kPublish, .slot = narrow(slot), .member = to, .bytes = bytes});
  }
  // Waits until the member has published; `length` is what it must have published.
  void await(int slot, int member, std::uint64_t length) {
    add({.kind = Kind::kAwait, .slot = narrow(slot), .member = member, .length = length});
  }
  // Waits as await() does, and copies from `offset` of the member's bytes.
  void read(int slot, int member, std::uint64_t length, std::uint64_t offset, const ShmTarget& to, std::uint64_t bytes) {
    add({.kind = Kind::kRead,
         .slot = narrow(slot),
         .member = member,
         .to = to,
         .bytes = bytes,
         .offset = offset,
         .length = length});
  }
  // Waits until the member has published its cells (ShmBuffer::cell_of()), checks that this rank's is of a part of `length`
  // bytes, and copies `bytes` of it: all or none.
  void read_cell(int slot, int member, std::uint64_t length, std::byte* to, std::uint64_t bytes) {
    add({.kind = Kind::kReadCell,
         .slot = narrow(slot),
         .member = member,
         .to = {.address = to},
         .bytes = bytes,
         .length = length});
  }
  // Waits as read() does, and computes to = member's op to, for `count` elements.
  void fold(int slot, int member, std::uint64_t length, std::uint64_t offset, const ShmTarget& to, std::uint64_t count) {
    add({.kind = Kind::kFold,
         .slot = narrow(slot),
         .member = member,
         .to = to,
         .bytes = count,
         .offset = offset,
         .length = length});
  }
  // Waits until members first .. last - 1 have published, then computes to = first op first+1 ... op last-1, one after another,
  // in one pass. Only for predefined operations. `own`: this rank's operand, if it is not in its shared buffer.
  void fold_all(int slot, int first, int last, std::uint64_t length, std::uint64_t offset, const ShmTarget& to,
                std::uint64_t count, const std::byte* own = nullptr) {
    add({.kind = Kind::kFoldAll,
         .slot = narrow(slot),
         .member = first,
         .last = last,
         .from = own,
         .to = to,
         .bytes = count,
         .offset = offset,
         .length = length});
  }
  // Returns the length of its longest step, in bytes or elements.
  [[nodiscard]] std::uint64_t longest() const noexcept;
  [[nodiscard]] bool has_kernel() const noexcept { return reduction_.kernel != nullptr; }
  // Declares that nothing is read any more at the slot's place or at earlier ones.
  void leave(int slot) { add({.kind = Kind::kLeave, .slot = narrow(slot)}); }

  // Ends an operation that ran immediately.
  void end() noexcept { shm_->pass_turn(); }
  // Called when all steps are recorded, in the order in which the ranks start their operations.
  void enter() noexcept;
  // Replaces enter() within a turn that is kept; one operation runs after another.
  void enter_turn() noexcept;
  // Marks the data as invalid, and tells the others.
  void fail(Status&& status) noexcept;
  // Continues; returns true when it is complete. Releases the engine's lock while a function of the application runs.
  bool advance();
  // The first failure.
  [[nodiscard]] Status& status() noexcept { return status_; }

 private:
  enum class Kind : std::uint8_t {
    kReserve,
    kWrite,
    kWriteLength,
    kCopy,
    kPublish,
    kAwait,
    kRead,
    kReadCell,
    kFold,
    kFoldAll,
    kLeave
  };
  struct Step {
    Kind kind;
    std::int8_t slot = 0;
    std::int32_t member = -1;
    std::int32_t last = 0;
    const std::byte* from = nullptr;
    ShmTarget to = {};
    std::uint64_t bytes = 0;  // bytes or elements
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };

  static constexpr std::int8_t narrow(int slot) noexcept { return static_cast<std::int8_t>(slot); }
  void add(const Step& step) {
    if (at_once_) return do_now(step);
    steps_.push_back(step);
  }
  void begin_anew() noexcept;
  void do_now(const Step& step);
  [[nodiscard]] bool perform(const Step& step);
  [[nodiscard]] bool has_come(const Step& step) { return has_come(step, step.member); }
  [[nodiscard]] bool has_come(const Step& step, int member);
  [[nodiscard]] bool have_all_come(const Step& step);
  [[nodiscard]] bool has_room(const Step& step);
  [[nodiscard]] bool has_room(const Place& at);
  [[nodiscard]] std::byte* target(const Step& step) noexcept;
  void read_cell(const Step& step);
  void fold(const Step& step);
  void fold_all(const Step& step);
  [[nodiscard]] Place& place(int slot) noexcept { return places_[static_cast<std::size_t>(slot)]; }

  ShmBuffer* shm_ = nullptr;
  proto::Engine* engine_ = nullptr;
  Reduction reduction_;
  std::vector<Step> steps_;
  std::array<Place, kSlots> places_;
  transport::ShmBuffers::Watch watch_;
  std::vector<const void*> operands_;  // of fold_all(): the operands of the members that have published
  bool at_once_ = false;
  enum class Turn : std::uint8_t { kOwn, kKept, kAnothers } turn_ = Turn::kOwn;
  std::size_t next_ = 0;
  std::uint64_t ticket_ = 0;
  Status status_;
};

}  // namespace penstock::coll
