// Collectives on streams in which no CPU takes part, of members whose GPUs reach each other's memory. How:
// docs/design/streams.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.hpp"
#include "core/collective/collective.hpp"
#include "core/comm/comm.hpp"
#include "kernels/fold/fold.hpp"
#include "runtime/device_window.hpp"
#include "runtime/stream_meetings.hpp"
#include "runtime/stream_messages.hpp"
#include "runtime/stream_packets.hpp"
#include "runtime/team_memory.hpp"

namespace penstock::core {

class Instance;
class StreamTurn;

// Memory by which the same ranks, with the same GPUs, meet and hand data over. Each communicator of theirs has a slot of it.
class StreamGroup {
 public:
  static constexpr unsigned kSlots = 16;
  static constexpr std::uint64_t kBoxBytes = std::uint64_t{64} << 10;
  static constexpr std::uint64_t kAlign = 256;
  // Of a member, in a slot: what it gives to the others, in turns and in replays of graphs, and for itself alone what no kernel
  // may read or write in its place, of calls that are given to streams and of those of graphs.
  enum class Box : std::uint8_t { kEven, kOdd, kCaptured, kOwn, kOwnCaptured };
  using Calls = runtime::StreamPackets::Calls;

  // `at_once`: kernels of all members run at the same time, and may wait for each other.
  StreamGroup(Instance& instance, std::vector<int> world, int rank, int device, bool at_once);
  // Collective over the members, once; on all of them or on none.
  Status open(runtime::Carrier& carrier);
  [[nodiscard]] bool is_of(std::span<const int> world, int device) const noexcept;

  // Looks whether a member is lost. From then on nothing of this rank waits on its GPU for members, its communicators of these
  // ranks have been told, and its calls fail. Called again for as long as streams may wait.
  void look_for_loss();
  // Of the first member that is known to be lost.
  [[nodiscard]] const Status& loss() const noexcept { return loss_; }

  [[nodiscard]] std::uint32_t free_slots() const noexcept { return free_; }
  void take(unsigned slot) noexcept { free_ &= ~(1U << slot); }
  void give_back(unsigned slot) noexcept { free_ |= 1U << slot; }

  [[nodiscard]] std::uint64_t box(std::size_t member, unsigned slot, Box which) const noexcept;
  // Pinned memory of this rank, for what the device cannot be given as it is: what goes out, and what comes in.
  [[nodiscard]] std::byte* stage(unsigned slot, Calls calls, bool in) const noexcept;
  [[nodiscard]] runtime::StreamMeetings& meetings() noexcept { return meetings_; }
  // Empty unless kernels run at once.
  [[nodiscard]] const runtime::StreamPackets& packets() const noexcept { return packets_; }
  [[nodiscard]] runtime::StreamMessages& messages() noexcept { return messages_; }
  [[nodiscard]] const std::vector<int>& members() const noexcept { return members_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int device() const noexcept { return device_; }

 private:
  static constexpr unsigned kBoxes = 5;
  static constexpr unsigned kStages = 4;
  [[nodiscard]] std::uint64_t words_bytes() const noexcept;
  [[nodiscard]] bool loses_member();
  [[nodiscard]] Status let_pass();

  Instance& instance_;
  std::vector<int> world_;
  std::vector<int> members_;  // 0, 1, ...
  int rank_;
  int device_;
  bool at_once_;
  runtime::TeamMemory memory_;
  runtime::StreamMeetings meetings_{kSlots};
  runtime::StreamPackets packets_;
  runtime::StreamMessages messages_;
  runtime::PinnedPages stages_;
  runtime::PinnedPages watch_;  // the kernels' abort word; what meetings' words are once nobody waits
  Status loss_;
  accel::Ticket passing_;
  std::uint64_t next_pass_ns_ = 0;  // 0: not yet
  std::uint32_t free_ = (1U << kSlots) - 1;
};

// A reduction that kernels know; not in place: `send` is what this member gives. A member without a result has no `recv`.
struct StreamReduction {
  const void* send = nullptr;
  void* recv = nullptr;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  // at most StreamGroup::kBoxBytes
  kernels::Folding folding;
};

// What one communicator has of it. All verbs with the engine's lock held, in the same order on all members; within a turn.
class StreamTeam {
 public:
  // Collective over the members of `comm`. `*out` is null on all of them where one has no way, which it then says in the log.
  // `mine`: what is in the way of this one.
  static Status find(Comm& comm, int device, Status&& mine, std::unique_ptr<StreamTeam>* out);
  StreamTeam(std::shared_ptr<StreamGroup> group, unsigned slot) noexcept : group_(std::move(group)), slot_(slot) {}
  StreamTeam(const StreamTeam&) = delete;
  StreamTeam& operator=(const StreamTeam&) = delete;
  ~StreamTeam() { group_->give_back(slot_); }

  [[nodiscard]] const std::shared_ptr<StreamGroup>& group() const noexcept { return group_; }
  Status meet(Comm& comm, StreamTurn& turn);
  Status reduce(Comm& comm, StreamTurn& turn, const StreamReduction& reduction);

 private:
  struct Plan;
  [[nodiscard]] Plan new_plan(const StreamTurn& turn, std::uint64_t bytes) const;
  [[nodiscard]] Status make_plan(Comm& comm, const StreamTurn& turn, const StreamReduction& reduction, Plan* out) const;
  [[nodiscard]] Status plan_operand(accel::Accel& accel, const StreamReduction& reduction, Plan* out) const;
  [[nodiscard]] Status plan_result(accel::Accel& accel, const StreamReduction& reduction, Plan* out) const;
  void plan_meeting(Plan* out);
  [[nodiscard]] Status run(const Instance& instance, const Plan& plan, accel::ProgramQueue& queue,
                           const kernels::MessageWord& told) const;
  [[nodiscard]] Status run_by(Comm& comm, StreamTurn& turn, const Plan& plan) const;
  [[nodiscard]] Status meet_and_fold(const Instance& instance, const Plan& plan, accel::ProgramQueue& queue) const;
  [[nodiscard]] Status exchange(const Plan& plan, accel::ProgramQueue& queue, const kernels::MessageWord& told) const;

  std::shared_ptr<StreamGroup> group_;
  unsigned slot_;
  bool odd_ = false;  // whose turn it is, of the boxes
};

// The forms of the makers that the API calls in front of those (core/collective/collective.hpp): false, where the collective
// goes by the CPU, or its arguments may be wrong. The same on all members for the same call.
[[nodiscard]] bool barrier_on_device(Comm& comm, StreamTurn& turn, Status* out);
[[nodiscard]] bool reduce_on_device(Comm& comm, StreamTurn& turn, const Operands& operands, const Op& op, int root,
                                    Status* out);
[[nodiscard]] bool allreduce_on_device(Comm& comm, StreamTurn& turn, const Operands& operands, const Op& op, Status* out);

}  // namespace penstock::core
