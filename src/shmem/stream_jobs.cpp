#include "shmem/stream_jobs.hpp"

#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "coll/collectives.hpp"
#include "runtime/team_setup.hpp"

namespace penstock::shmem {
namespace {

using proto::Layout;
using proto::rma::AccumulateOp;
using Kind = CollectiveCall::Kind;

enum Comparison : int { kEq, kNe, kGt, kLe, kLt, kGe };  // SHMEM_CMP_...

const Layout& word_layout() {
  static const Layout kLayout = Layout::bytes(sizeof(std::uint64_t));
  return kLayout;
}

void must(Failure& failure, const char* routine, const Status& done) {
  if (!done.is_ok()) failure.fail(routine, done);
}

// Each stage begins when the one before it is visible at the PE.
class RemoteJob final : public StreamJob {
 public:
  RemoteJob(runtime::Job& job, Failure& failure, const RemoteWork& work)
      : rma_(job.engine().rma()), failure_(failure), work_(work) {}
  // What is moved from here on is the value.
  void keep(const void* value, unsigned bytes) {
    std::memcpy(kept_.data(), value, bytes);
    work_.transfer.local = kept_.data();
  }

  bool begin() override { return true; }
  bool advance() override {
    while (call_.done()) {
      must(failure_, work_.transfer.routine, call_.status());
      if (stage_ == Stage::kOver && !flushes_) return true;
      next();
    }
    return false;
  }

 private:
  enum class Stage : std::uint8_t { kMove, kSignal, kOver };

  void next() {
    if (std::exchange(flushes_, false)) return rma_.flush(work_.transfer.pe, &call_);
    if (stage_ == Stage::kMove) {
      stage_ = Stage::kSignal;
      if (work_.transfer.block != 0) move();
    } else {
      stage_ = Stage::kOver;
      if (work_.word.target != nullptr) signal();
    }
  }
  void move();
  void signal();

  proto::rma::Rma& rma_;
  Failure& failure_;
  RemoteWork work_;
  proto::rma::Call call_;
  Layout here_;
  Layout there_;
  std::array<std::byte, 16> kept_{};
  Stage stage_ = Stage::kMove;
  bool flushes_ = false;  // what was begun last
};

void RemoteJob::move() {
  const Transfer& transfer = work_.transfer;
  const auto block = static_cast<std::int64_t>(transfer.block);
  const auto blocks = static_cast<std::int64_t>(transfer.blocks);
  const std::int64_t offset = static_cast<std::int64_t>(work_.remote.offset);
  const std::uint64_t bytes = transfer.block * transfer.blocks;
  proto::Buffer local{transfer.local, bytes, &byte_layout()};
  proto::rma::RemoteBuffer remote{offset, bytes, &byte_layout()};
  if (transfer.blocks > 1) {
    must(failure_, transfer.routine, Layout::vector(byte_layout(), blocks, block, transfer.local_step, &here_));
    must(failure_, transfer.routine, Layout::vector(byte_layout(), blocks, block, transfer.remote_step, &there_));
    local = {transfer.local, 1, &here_};
    remote = {offset, 1, &there_};
  }
  flushes_ = work_.puts;
  work_.puts ? rma_.put(*work_.remote.target, local, remote, &call_) : rma_.get(*work_.remote.target, local, remote, &call_);
}

void RemoteJob::signal() {
  flushes_ = true;
  rma_.accumulate(
      *work_.word.target,
      {work_.signal.adds ? AccumulateOp::kSum : AccumulateOp::kReplace, base::Element::kUint64, sizeof work_.signal.value},
      {&work_.signal.value, 1, &word_layout()}, nullptr, {static_cast<std::int64_t>(work_.word.offset), 1, &word_layout()},
      &call_);
}

class WaitJob final : public StreamJob {
 public:
  WaitJob(runtime::Job& job, Failure& failure, const StreamCondition& condition, const RemotePlace& word)
      : rma_(job.engine().rma()), failure_(failure), condition_(condition), word_(word) {}

  bool begin() override { return true; }
  // One look at the word for each round of progress: in memory of a GPU that is a copy.
  bool advance() override {
    if (!call_.done()) return false;
    must(failure_, condition_.routine, call_.status());
    if (std::exchange(looked_, false) && holds()) return true;
    looked_ = true;
    rma_.get(*word_.target, {&seen_, condition_.width, &byte_layout()},
             {static_cast<std::int64_t>(word_.offset), condition_.width, &byte_layout()}, &call_);
    return false;
  }

 private:
  [[nodiscard]] bool holds() const {
    if (condition_.width == 4) {
      return condition_.has_sign ? compare<std::int32_t>() : compare<std::uint32_t>();
    }
    return condition_.has_sign ? compare<std::int64_t>() : compare<std::uint64_t>();
  }
  template <typename T>
  [[nodiscard]] bool compare() const {
    const auto seen = static_cast<T>(seen_);
    const auto value = static_cast<T>(condition_.value);
    switch (condition_.comparison) {
      case kEq: return seen == value;
      case kNe: return seen != value;
      case kGt: return seen > value;
      case kLe: return seen <= value;
      case kLt: return seen < value;
      default: return seen >= value;
    }
  }

  proto::rma::Rma& rma_;
  Failure& failure_;
  StreamCondition condition_;
  RemotePlace word_;
  proto::rma::Call call_;
  std::uint64_t seen_ = 0;
  bool looked_ = false;
};

// Listed when it is made, as those of all members are in the same order; its steps begin when the stream is there.
class CollectiveJob final : public StreamJob {
 public:
  CollectiveJob(Team& team, Failure& failure, const CollectiveCall& call)
      : team_(team), failure_(failure), call_(call), element_(Layout::bytes(call.size == 0 ? 1 : call.size)) {}
  ~CollectiveJob() override {
    if (schedule_ && schedule_->done()) team_.resources().job().give_schedule(std::move(schedule_));
    if (copy_ != nullptr) copy_->release();
  }
  Status list();

  bool begin() override;
  bool advance() override;

 private:
  void list(runtime::Builder builder, const coll::Arguments& arguments);
  [[nodiscard]] proto::Buffer sent() const { return {const_cast<void*>(call_.source), call_.count, &element_}; }
  [[nodiscard]] proto::Buffer received() const { return {call_.dest, call_.count, &element_}; }
  Status list_reduction();

  Team& team_;
  Failure& failure_;
  CollectiveCall call_;
  Layout element_;
  std::unique_ptr<coll::Schedule> schedule_;
  bool put_off_ = false;
  bool copies_ = false;  // the root's own part of a broadcast
  proto::Operation* copy_ = nullptr;
};

void CollectiveJob::list(runtime::Builder builder, const coll::Arguments& arguments) {
  runtime::TeamResources& resources = team_.resources();
  Status met;
  put_off_ = resources.sets_up() && resources.setup().delays_next(false, &met);
  schedule_ = resources.take_schedule();
  if (put_off_) return resources.setup().put_off(*schedule_, builder, arguments, false);
  if (!met.is_ok()) schedule_->fail(std::move(met));
  builder(*schedule_, arguments);
}

Status CollectiveJob::list_reduction() {
  runtime::Job& job = team_.resources().job();
  coll::Arguments arguments;
  const base::ReduceKernel* const kernel = base::find_kernel(job.simd(), call_.operation, call_.element);
  if (kernel == nullptr) return Status::error(Code::kOp, "the operation is not defined for elements of that type");
  arguments.reduction = {nullptr, nullptr, !job.config().deterministic, false, kernel};
  arguments.in_place = call_.source == call_.dest;
  arguments.send = sent();
  arguments.recv = received();
  return list(coll::build_allreduce, arguments), Status::ok();
}

Status CollectiveJob::list() {
  coll::Arguments arguments;
  arguments.send = sent();
  arguments.recv = received();
  const std::uint64_t bytes = call_.count * call_.size;
  const auto rank = static_cast<std::uint64_t>(team_.rank());
  switch (call_.kind) {
    case Kind::kBroadcast:
      if (call_.root < 0 || call_.root >= team_.size()) {
        return Status::error(Code::kRank, "PE_root is {}, outside 0..{}", call_.root, team_.size() - 1);
      }
      copies_ = call_.root == team_.rank() && call_.source != call_.dest && bytes != 0;
      if (call_.root == team_.rank()) arguments.recv = sent();
      arguments.root = call_.root;
      return list(coll::build_bcast, arguments), Status::ok();
    case Kind::kFcollect:
      arguments.in_place = call_.source == static_cast<const std::byte*>(call_.dest) + rank * bytes;
      return list(coll::build_allgather, arguments), Status::ok();
    case Kind::kAlltoall:
      arguments.in_place = call_.source == call_.dest;
      return list(coll::build_alltoall, arguments), Status::ok();
    case Kind::kReduce: return list_reduction();
    default:
      list([](coll::Schedule& schedule, const coll::Arguments& /*arguments*/) { coll::build_barrier(schedule); }, {});
      return Status::ok();
  }
}

bool CollectiveJob::begin() {
  if (put_off_ && team_.resources().setup().puts_off(*schedule_)) return false;
  schedule_->start();
  if (copies_) must(failure_, call_.routine, team_.resources().job().engine().copy(received(), sent(), &copy_));
  return true;
}

bool CollectiveJob::advance() {
  if (!schedule_->done() || (copy_ != nullptr && !copy_->done())) return false;
  must(failure_, call_.routine, schedule_->status());
  if (copy_ != nullptr) must(failure_, call_.routine, copy_->status());
  return true;
}

}  // namespace

std::unique_ptr<StreamJob> make_remote_job(runtime::Job& job, Failure& failure, const RemoteWork& work) {
  return std::make_unique<RemoteJob>(job, failure, work);
}

std::unique_ptr<StreamJob> make_value_job(runtime::Job& job, Failure& failure, const char* routine, const RemotePlace& remote,
                                          const void* value, unsigned bytes, int pe) {
  auto made = std::make_unique<RemoteJob>(
      job, failure, RemoteWork{.transfer = {.routine = routine, .block = bytes, .blocks = 1, .pe = pe}, .remote = remote});
  made->keep(value, bytes);
  return made;
}

std::unique_ptr<StreamJob> make_wait_job(runtime::Job& job, Failure& failure, const StreamCondition& condition,
                                         const RemotePlace& word) {
  return std::make_unique<WaitJob>(job, failure, condition, word);
}

Status make_collective_job(Team& team, Failure& failure, const CollectiveCall& call, std::unique_ptr<StreamJob>* out) {
  auto made = std::make_unique<CollectiveJob>(team, failure, call);
  PENSTOCK_TRY(made->list());
  *out = std::move(made);
  return Status::ok();
}

}  // namespace penstock::shmem
