// A collective as steps with dependencies, executed by the engine's progress. One builder serves the blocking and the
// non-blocking form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "base/status.hpp"
#include "coll/shm/program.hpp"
#include "coll/team.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::coll {

using Step = std::uint32_t;
inline constexpr Step kNoStep = ~Step{0};
class Schedule;
class Selection;  // select/select.hpp

enum class StepKind : std::uint8_t { kSend, kRecv, kCopy, kReduce, kShm, kJoin, kTask };

// A step as observers of schedules see it.
struct StepView {
  StepKind kind;
  int peer;              // world rank of the other side of a message; -1: no message
  int tag;               // tag of a message
  std::uint32_t waits;   // number of steps that come before it
  std::uint64_t amount;  // packed bytes of a message or copy; elements of a reduction
};

// A step that is not one of the schedule's own kinds.
class Task {
 public:
  Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;
  // Begins or continues, without waiting; returns true when it is complete, and is then not called again before the
  // schedule's next use. It may add further steps, which begin at once or after others of them, and may order() steps that
  // wait for it after those. It reports a failure by Schedule::fail(). It is also called when something has failed before:
  // then it does nothing that could wait.
  virtual bool advance(Schedule& schedule) = 0;
};

// A user builds (send, recv, copy, reduce, in any order), calls start() once, then waits for done(). The thread that progresses
// uses it. A built schedule may run again and again: rearm(), start().
//
// A failure does not stop the schedule where it stands, since peers wait for its messages: from then on every send that has not
// begun carries no bytes, local steps are skipped, receives still happen. A receive that gets fewer bytes than it expects is a
// failure, so the news travels along the schedule's own messages and every rank that it reaches ends with an error.
class Schedule final : public proto::Progressor {
 public:
  // Chooses algorithms from `selection`, which outlives the schedule; null: from the compiled-in rows.
  explicit Schedule(proto::Engine& engine, const Selection* selection = nullptr) : engine_(engine), selection_(selection) {}
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;
  ~Schedule() override;

  // Empties it for the next use; the memory of steps is kept, and scratch up to a limit. `sequence` numbers the collectives of
  // a team; all members agree on it.
  void reset(const Team& team, std::uint32_t sequence);

  [[nodiscard]] const Team& team() const noexcept { return team_; }
  [[nodiscard]] std::uint32_t sequence() const noexcept { return sequence_; }
  [[nodiscard]] proto::Engine& engine() noexcept { return engine_; }
  [[nodiscard]] const Selection* selection() const noexcept { return selection_; }

  // Each step begins when all steps of `after` (kNoStep is allowed) are complete. `message` distinguishes the messages between
  // two ranks, which may travel in any order: both sides give the same number (taken modulo kMessages).
  Step send(const proto::Buffer& buffer, int to, std::uint32_t message, std::initializer_list<Step> after = {});
  Step recv(const proto::Buffer& buffer, int from, std::uint32_t message, std::initializer_list<Step> after = {});
  // Copies between any memory kinds; packed lengths are equal.
  Step copy(const proto::Buffer& destination, const proto::Buffer& source, std::initializer_list<Step> after = {});
  // Reduces in host memory only. A function of the application is called with the engine's lock released.
  Step reduce(const Reduction& reduction, const void* in, void* inout, std::uint64_t count,
              std::initializer_list<Step> after = {});
  // Declares that the caller waits for the schedule: until the next reset(), operations in a shared buffer that depend on no
  // step run while they are added.
  void do_at_once() noexcept { at_once_ = true; }
  // Returns an empty operation on the team's shared buffer, to which steps are added; on_shm() adds the step that runs it.
  // Operations begin in the order of these steps on every rank, whatever becomes ready first.
  [[nodiscard]] ShmProgram& new_shm_program(const Reduction& reduction = {});
  // Makes such an operation in a shared buffer of some of the members; it is never done immediately.
  [[nodiscard]] ShmProgram& new_shm_program(ShmBuffer& shm);
  // Returns kNoStep if the operation has run already. An operation that a task adds runs in the turn that an earlier operation
  // has kept, behind those added before it.
  Step on_shm(ShmProgram& op, std::initializer_list<Step> after = {});
  Step task(std::unique_ptr<Task> task, std::initializer_list<Step> after = {});
  // Keeps the task alive until the next reset(), without a step.
  void hold(std::unique_ptr<Task> task) { tasks_.push_back(std::move(task)); }
  // Tells if `fail()` was called, or a step failed.
  [[nodiscard]] bool failed() const noexcept { return !status_.is_ok(); }
  // From here on steps belong to a collective of `team`, which is a part of this schedule's team, or to the whole team again.
  // They begin when all steps that were added before are complete; steps of different phases do not name each other.
  void next_phase(const Team& team);
  // Adds a step that does nothing, so that others can order() themselves after it.
  Step join() { return add({.kind = Kind::kJoin}, {}); }
  // Adds one more dependency to a step that was added before start().
  void order(Step first, Step then);

  // Returns uninitialised host memory, aligned for any type; valid until the next reset().
  [[nodiscard]] std::byte* scratch(std::uint64_t bytes);
  // These return a layout that lives until the next reset(), and the layout of one byte, which lives as long as the schedule.
  [[nodiscard]] const proto::Layout* keep(proto::Layout layout);
  [[nodiscard]] const proto::Layout* byte() const noexcept { return &byte_; }
  // Describes `bytes` contiguous bytes of scratch, or at `address`.
  [[nodiscard]] proto::Buffer packed(std::uint64_t bytes) { return packed(scratch(bytes), bytes); }
  [[nodiscard]] proto::Buffer packed(std::byte* address, std::uint64_t bytes) const noexcept {
    return {address, bytes, &byte_};
  }
  // Records a failure found while building: start() then only tells the peers.
  void fail(Status&& status);

  // The steps that have been built are 0 to steps() - 1, in the order in which they were added. Called before start().
  [[nodiscard]] std::size_t steps() const noexcept { return nodes_.size(); }
  [[nodiscard]] StepView view(Step step) const noexcept;
  // Calls visit(then) for each step that waits for this one.
  template <typename Visit>
  void for_next(Step step, const Visit& visit) const {
    for (std::uint32_t edge = nodes_[step].first_edge; edge != kNoStep; edge = edges_[edge].next) visit(edges_[edge].then);
  }
  // Takes scratch from this memory until the next reset(), as long as it lasts. It may be address space without memory if the
  // schedule is never started.
  void take_scratch_from(std::span<std::byte> memory) noexcept { scratch_source_ = memory; }

  // Begins all steps that wait for nothing, and joins the engine's progress unless that completed the schedule. `waits`: the
  // caller does nothing else until it is complete, so that a shared buffer is worth another poll or two.
  void start(bool waits = false);
  // Ends the schedule as failed, without a step. It replaces start() if no rank starts.
  void refuse(Status&& why);
  [[nodiscard]] bool done() const noexcept { return started_ && remaining_ == 0; }
  // Returns a completed schedule to the state before start(), with the same steps, scratch, layouts and numbers of messages;
  // nothing is allocated. Peers do the same. Messages of two uses cannot be confused: a rank begins its next use when it has
  // received all messages of this one, and messages of one number between two ranks arrive in order.
  void rearm();
  // Called after a failure of which no message of this schedule tells the peers: posted receives are cancelled, and no further
  // ones are posted, so that the schedule ends.
  void withdraw();
  // The first failure; valid when done.
  [[nodiscard]] const Status& status() const noexcept { return status_; }

  bool advance() override;

  static constexpr std::uint32_t kMessages = 1024;

 private:
  using Kind = StepKind;
  struct Node {
    Kind kind;
    int peer = -1;
    int tag = 0;
    std::uint32_t waits = 0;             // dependencies that are not complete yet
    std::uint32_t first_edge = kNoStep;  // successors
    proto::Buffer buffer = {};           // sent, received into, destination
    proto::Buffer source = {};           // of a copy
    const void* in = nullptr;            // of a reduce; buffer.address is inout
    Reduction reduction = {};
    proto::Operation* operation = nullptr;
    ShmProgram* shm_program = nullptr;
    Task* task = nullptr;
  };
  struct Edge {
    Step then;
    std::uint32_t next;
  };
  struct Chunk {
    std::unique_ptr<std::byte[]> memory;
    std::uint64_t bytes;
  };

  Step add(const Node& node, std::initializer_list<Step> after);
  Step append(const Node& node);
  [[nodiscard]] int tag_of(std::uint32_t message) const noexcept;
  void begin_ready();
  void begin(Step step);
  Status begin_operation(Node& node);
  [[nodiscard]] ShmProgram& unused_shm_program();
  void add_chunk(std::uint64_t bytes);
  void empty_scratch();
  void finish_operation(Node& node);
  [[nodiscard]] bool advance_shm_program(Node& node);
  // Continues a step that is under way; true if that completed it.
  [[nodiscard]] bool go_on(Step step);
  [[nodiscard]] bool advance_task(Task& task);
  void over(Step step);
  bool poll();
  bool look_at_shm();
  [[nodiscard]] bool is_long() const noexcept;

  proto::Engine& engine_;
  const Selection* selection_;
  Team team_;
  std::uint32_t sequence_ = 0;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Step> ready_;
  std::vector<Step> in_flight_;
  std::vector<Chunk> chunks_;  // of scratch; the last one is in use
  std::uint64_t chunk_used_ = 0;
  std::span<std::byte> scratch_source_;  // the unused rest of the source
  const proto::Layout byte_ = proto::Layout::bytes(1);
  std::vector<std::unique_ptr<proto::Layout>> layouts_;
  Step gate_ = kNoStep;   // begins the phase; none in the first phase
  Step listed_from_ = 0;  // the first step of the first phase
  Step last_in_turn_ = kNoStep;
  std::vector<std::unique_ptr<ShmProgram>> shm_programs_;
  std::size_t shm_programs_used_ = 0;
  std::vector<std::unique_ptr<Task>> tasks_;
  std::size_t remaining_ = 0;
  bool at_once_ = false;
  bool started_ = false;
  bool advancing_ = false;
  Status status_;
  Status built_;  // the failure that fail() recorded before start()
  bool withdrawn_ = false;
};

}  // namespace penstock::coll
