#include "coll/schedule/schedule.hpp"

#include <algorithm>
#include <utility>

#include "base/relax.hpp"
#include "coll/loss.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kAlignment = alignof(std::max_align_t);
constexpr std::uint64_t kSmallestChunk = 4096;
// The most scratch that a schedule keeps between its uses.
constexpr std::uint64_t kKeptBytes = 2 << 20;
// A step of this many bytes or elements takes longer than handing it to another thread.
constexpr std::uint64_t kLongStep = 16384;

}  // namespace

Schedule::~Schedule() {
  for (Node& node : nodes_) {
    if (node.operation != nullptr) node.operation->release();
  }
}

void Schedule::reset(const Team& team, std::uint32_t sequence) {
  team_ = team;
  sequence_ = sequence;
  nodes_.clear();
  edges_.clear();
  ready_.clear();
  in_flight_.clear();
  empty_scratch();
  layouts_.clear();
  gate_ = kNoStep;
  listed_from_ = 0;
  last_in_turn_ = kNoStep;
  shm_programs_used_ = 0;
  tasks_.clear();
  remaining_ = 0;
  at_once_ = false;
  started_ = false;
  status_ = Status();
  built_ = Status();
  withdrawn_ = false;
}

void Schedule::rearm() {
  for (Node& node : nodes_) node.waits = 0;
  for (const Edge& edge : edges_) ++nodes_[edge.then].waits;
  remaining_ = nodes_.size();
  started_ = false;
  status_ = built_.is_ok() ? Status() : built_.clone();
}

// 21 bits of sequence number before they wrap: two collectives of one team are never that far apart.
int Schedule::tag_of(std::uint32_t message) const noexcept {
  return static_cast<int>(((sequence_ & 0x1fffffU) * kMessages) | (message % kMessages));
}

Step Schedule::append(const Node& node) {
  const auto step = static_cast<Step>(nodes_.size());
  nodes_.push_back(node);
  ++remaining_;
  return step;
}

// A step of a phase that waits for another one of it waits for the gate by that.
Step Schedule::add(const Node& node, std::initializer_list<Step> after) {
  const Step step = append(node);
  for (Step first : after) order(first, step);
  if (gate_ != kNoStep && nodes_[step].waits == 0) [[unlikely]] {
    order(gate_, step);
  }
  return step;
}

Step Schedule::task(std::unique_ptr<Task> task, std::initializer_list<Step> after) {
  Node node{.kind = Kind::kTask};
  node.task = task.get();
  tasks_.push_back(std::move(task));
  return add(node, after);
}

void Schedule::next_phase(const Team& team) {
  const Step first = gate_ == kNoStep ? listed_from_ : gate_;
  const Step gate = append({.kind = Kind::kJoin});
  for (Step step = first; step < gate; ++step) order(step, gate);
  gate_ = gate;
  team_ = team;
}

void Schedule::order(Step first, Step then) {
  if (first == kNoStep) return;
  edges_.push_back({then, nodes_[first].first_edge});
  nodes_[first].first_edge = static_cast<std::uint32_t>(edges_.size() - 1);
  ++nodes_[then].waits;
}

Step Schedule::send(const proto::Buffer& buffer, int to, std::uint32_t message, std::initializer_list<Step> after) {
  Node node{.kind = Kind::kSend, .peer = team_.world[static_cast<std::size_t>(to)], .tag = tag_of(message)};
  node.buffer = buffer;
  return add(node, after);
}

Step Schedule::recv(const proto::Buffer& buffer, int from, std::uint32_t message, std::initializer_list<Step> after) {
  Node node{.kind = Kind::kRecv, .peer = team_.world[static_cast<std::size_t>(from)], .tag = tag_of(message)};
  node.buffer = buffer;
  return add(node, after);
}

Step Schedule::copy(const proto::Buffer& destination, const proto::Buffer& source, std::initializer_list<Step> after) {
  Node node{.kind = Kind::kCopy};
  node.buffer = destination;
  node.source = source;
  return add(node, after);
}

Step Schedule::reduce(const Reduction& reduction, const void* in, void* inout, std::uint64_t count,
                      std::initializer_list<Step> after) {
  Node node{.kind = Kind::kReduce};
  node.buffer.address = inout;
  node.buffer.count = count;
  node.in = in;
  node.reduction = reduction;
  return add(node, after);
}

ShmProgram& Schedule::unused_shm_program() {
  if (shm_programs_used_ == shm_programs_.size()) shm_programs_.push_back(std::make_unique<ShmProgram>());
  return *shm_programs_[shm_programs_used_++];
}

ShmProgram& Schedule::new_shm_program(ShmBuffer& shm) {
  ShmProgram& op = unused_shm_program();
  op.reset(shm, engine_);
  return op;
}

ShmProgram& Schedule::new_shm_program(const Reduction& reduction) {
  ShmProgram& op = unused_shm_program();
  op.reset(*team_.shm, engine_, reduction, at_once_ && nodes_.empty() && team_.shm->is_idle());
  if (op.at_once() && !status_.is_ok()) op.fail(status_.clone());
  return op;
}

Step Schedule::on_shm(ShmProgram& op, std::initializer_list<Step> after) {
  if (op.at_once()) {
    op.end();
    if (!op.status().is_ok()) fail(std::move(op.status()));
    return kNoStep;
  }
  Node node{.kind = Kind::kShm};
  node.shm_program = &op;
  const Step step = add(node, after);
  if (started_) [[unlikely]] {
    op.enter_turn();
    order(std::exchange(last_in_turn_, step), step);
  }
  return step;
}

std::byte* Schedule::scratch(std::uint64_t bytes) {
  const std::uint64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (!scratch_source_.empty() && scratch_source_.size() >= rounded) [[unlikely]] {
    std::byte* memory = scratch_source_.data();
    scratch_source_ = scratch_source_.subspan(rounded);
    return memory;
  }
  if (chunks_.empty() || chunks_.back().bytes - chunk_used_ < rounded) add_chunk(std::max(rounded, kSmallestChunk));
  std::byte* memory = chunks_.back().memory.get() + chunk_used_;
  chunk_used_ += rounded;
  return memory;
}

void Schedule::add_chunk(std::uint64_t bytes) {
  chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(bytes), bytes});
  chunk_used_ = 0;
}

// Chunks that the last use needed are merged into one, so that a schedule that is reused in the same way allocates nothing.
void Schedule::empty_scratch() {
  chunk_used_ = 0;
  scratch_source_ = {};
  std::uint64_t bytes = 0;
  for (const Chunk& chunk : chunks_) bytes += chunk.bytes;
  if (chunks_.size() <= 1 && bytes <= kKeptBytes) return;
  chunks_.clear();
  if (bytes <= kKeptBytes) add_chunk(bytes);
}

StepView Schedule::view(Step step) const noexcept {
  const Node& node = nodes_[step];
  const bool bytes = node.buffer.layout != nullptr;
  return {node.kind, node.peer, node.tag, node.waits, bytes ? node.buffer.bytes() : node.buffer.count};
}

const proto::Layout* Schedule::keep(proto::Layout layout) {
  layouts_.push_back(std::make_unique<proto::Layout>(std::move(layout)));
  return layouts_.back().get();
}

void Schedule::fail(Status&& status) {
  if (!started_ && built_.is_ok()) built_ = status.clone();
  if (status_.is_ok()) status_ = std::move(status);
}

void Schedule::start(bool waits) {
  started_ = true;
  if (remaining_ == 0) return;
  for (std::size_t i = 0; i < shm_programs_used_; ++i) shm_programs_[i]->enter();
  for (Step step = 0; step < nodes_.size(); ++step) {
    if (nodes_[step].waits == 0) ready_.push_back(step);
  }
  // Copies and folds that could begin now are work too, and the caller has better things to do.
  if (!waits && engine_.progress_thread().has_cpu() && is_long()) return engine_.progress().add_progressor(this);
  if (advance() && !(waits && look_at_shm())) engine_.progress().add_progressor(this);
}

// A rank that only polls sees another rank's writes to its shared buffer sooner; returns true if that completed the schedule.
// If ranks share CPUs, or threads share the engine, others run first.
bool Schedule::look_at_shm() {
  constexpr int kLooks = 200;
  constexpr int kWithoutPause = 20;
  const auto is_looked_at = [this](Step step) { return nodes_[step].kind == Kind::kShm || nodes_[step].kind == Kind::kTask; };
  if (!std::all_of(in_flight_.begin(), in_flight_.end(), is_looked_at) || engine_.membership().oversubscribed() ||
      engine_.lock().enabled())
    return false;
  for (int i = 0; i < kLooks && remaining_ != 0; ++i) {
    if (i >= kWithoutPause) base::relax();
    advance();
  }
  return remaining_ == 0;
}

bool Schedule::is_long() const noexcept {
  for (std::size_t i = 0; i < shm_programs_used_; ++i) {
    if (shm_programs_[i]->longest() >= kLongStep) return true;
  }
  return std::any_of(nodes_.begin(), nodes_.end(),
                     [this](const Node& node) { return view(static_cast<Step>(&node - nodes_.data())).amount >= kLongStep; });
}

void Schedule::refuse(Status&& why) {
  started_ = true;
  remaining_ = 0;
  fail(std::move(why));
}

bool Schedule::advance() {
  if (advancing_) return true;  // called from inside a step of its own
  advancing_ = true;
  do {
    begin_ready();
  } while (poll());
  advancing_ = false;
  return remaining_ != 0;
}

// Begins steps in the order in which they became ready, so that the first steps of a builder are posted first.
void Schedule::begin_ready() {
  for (std::size_t i = 0; i < ready_.size(); ++i) begin(ready_[i]);
  ready_.clear();
}

void Schedule::begin(Step step) {
  Node& node = nodes_[step];
  if (node.kind == Kind::kShm || node.kind == Kind::kTask) {
    if (go_on(step)) {
      over(step);
    } else {
      in_flight_.push_back(step);
    }
    return;
  }
  // A thread that progresses while the application's function runs finds `advancing_` set and leaves this schedule alone; the
  // step is not complete, so no thread takes it for done.
  if (node.kind == Kind::kReduce && status_.is_ok())
    node.reduction.apply(engine_, node.in, node.buffer.address, node.buffer.count);
  if (Status started = begin_operation(node); !started.is_ok()) {
    fail(std::move(started));
    over(step);
    return;
  }
  if (node.operation == nullptr) {
    over(step);
  } else if (node.operation->done()) {
    finish_operation(node);
    over(step);
  } else {
    in_flight_.push_back(step);
  }
}

Status Schedule::begin_operation(Node& node) {
  switch (node.kind) {
    case Kind::kSend: {
      proto::Buffer buffer = node.buffer;
      if (!status_.is_ok()) buffer.count = 0;
      return engine_.messages().send(buffer, node.peer, node.tag, team_.context, proto::SendMode::kStandard, &node.operation);
    }
    case Kind::kRecv:
      if (withdrawn_) return Status::ok();
      return engine_.messages().recv(node.buffer, node.peer, node.tag, team_.context, &node.operation);
    case Kind::kCopy:
      if (!status_.is_ok() || node.buffer.bytes() == 0) return Status::ok();
      return engine_.messages().copy(node.buffer, node.source, &node.operation);
    case Kind::kReduce:
    case Kind::kShm:
    case Kind::kTask:
    case Kind::kJoin: return Status::ok();
  }
  return Status::error(Code::kInternal, "a schedule step of unknown kind {}", static_cast<int>(node.kind));
}

void Schedule::withdraw() {
  withdrawn_ = true;
  for (const Step step : in_flight_) {
    const Node& node = nodes_[step];
    if (node.kind == Kind::kRecv && node.operation != nullptr) engine_.messages().cancel_recv(node.operation);
  }
}

void Schedule::finish_operation(Node& node) {
  const proto::Operation& operation = *node.operation;
  if (node.kind == Kind::kRecv && operation.status().code() == Code::kTruncate) {
    fail(Status::error(
        Code::kTruncate,
        "rank {} of the job sent more than the {} bytes of a collective that were expected: the ranks disagree on "
        "counts or types; PENSTOCK_CHECK=1 in the environment names them and what each passes",
        node.peer, node.buffer.bytes()));
  } else if (!operation.status().is_ok()) {
    fail(operation.status().clone());
  } else if (node.kind == Kind::kRecv && operation.result().bytes != node.buffer.bytes()) {
    fail(loss_or(
        engine_, team_.world,
        Status::error(Code::kTransport,
                      "rank {} of the job sent {} bytes of a collective where {} were expected: it failed there, or the "
                      "ranks disagree on counts or types, which PENSTOCK_CHECK=1 in the environment names",
                      node.peer, operation.result().bytes, node.buffer.bytes())));
  }
  node.operation->release();
  node.operation = nullptr;
}

bool Schedule::advance_shm_program(Node& node) {
  if (!status_.is_ok()) node.shm_program->fail(status_.clone());
  if (!node.shm_program->advance()) return false;
  if (!node.shm_program->status().is_ok()) fail(std::move(node.shm_program->status()));
  return true;
}

bool Schedule::go_on(Step step) {
  Node& node = nodes_[step];
  if (node.kind == Kind::kShm) return advance_shm_program(node);
  return node.kind == Kind::kTask ? advance_task(*node.task) : node.operation->done();
}

// The steps that the task adds are a phase of their own, which begins when the task has returned: until then steps are ordered.
bool Schedule::advance_task(Task& task) {
  gate_ = kNoStep;
  listed_from_ = static_cast<Step>(nodes_.size());
  const bool over = task.advance(*this);
  for (Step step = listed_from_; step < nodes_.size(); ++step) {
    if (nodes_[step].waits == 0) ready_.push_back(step);
  }
  return over;
}

// Successors become ready in the order in which they were added; their list has the reverse order.
void Schedule::over(Step step) {
  --remaining_;
  if (step == last_in_turn_) last_in_turn_ = kNoStep;
  const auto before = static_cast<std::ptrdiff_t>(ready_.size());
  for (std::uint32_t edge = nodes_[step].first_edge; edge != kNoStep; edge = edges_[edge].next) {
    const Step then = edges_[edge].then;
    if (--nodes_[then].waits == 0) ready_.push_back(then);
  }
  if (static_cast<std::ptrdiff_t>(ready_.size()) - before > 1) std::reverse(ready_.begin() + before, ready_.end());
}

// True if a step ended.
bool Schedule::poll() {
  std::size_t kept = 0;
  const std::size_t count = in_flight_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Step step = in_flight_[i];
    if (go_on(step)) {
      if (Node& node = nodes_[step]; node.operation != nullptr) finish_operation(node);
      over(step);
    } else {
      in_flight_[kept++] = step;
    }
  }
  in_flight_.resize(kept);
  return kept != count;
}

}  // namespace penstock::coll
