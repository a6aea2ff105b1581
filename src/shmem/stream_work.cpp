#include "shmem/stream_work.hpp"

#include <atomic>
#include <cstring>
#include <utility>

#include "shmem/pe.hpp"

namespace penstock::shmem {
namespace {

// As the front end of a GPU compares: words wrap around.
bool compares(int comparison, std::int64_t ahead) noexcept {
  switch (comparison) {
    case kEq: return ahead == 0;
    case kNe: return ahead != 0;
    case kGt: return ahead > 0;
    case kLe: return ahead <= 0;
    case kLt: return ahead < 0;
    default: return ahead >= 0;
  }
}

std::uint64_t load(const std::byte* place, unsigned width) noexcept {
  if (width == 4) return __atomic_load_n(reinterpret_cast<const std::uint32_t*>(place), __ATOMIC_ACQUIRE);
  return __atomic_load_n(reinterpret_cast<const std::uint64_t*>(place), __ATOMIC_ACQUIRE);
}

}  // namespace

StreamTransfer::StreamTransfer(Pe& pe, RemoteAccess& remote, const What& what, const void* value)
    : StreamTransfer(pe, remote, what) {
  std::memcpy(value_.data(), value, what.transfer.block);
  what_.transfer.local = value_.data();
}

bool StreamTransfer::begin_step() {
  const Transfer& transfer = what_.transfer;
  switch (step_) {
    case Step::kMove:
      if (transfer.block == 0) return true;
      what_.puts ? remote_.begin_put(transfer, &operation_) : remote_.begin_get(transfer, &operation_);
      return false;
    case Step::kFlush:
      if (transfer.block == 0 || !what_.puts) return true;
      remote_.begin_flush(transfer.pe, &operation_);
      return false;
    case Step::kSignal:
      if (what_.signal.address == nullptr) return true;
      remote_.begin_atomic({transfer.routine, what_.signal.address, what_.signal.adds ? AtomicVerb::kAdd : AtomicVerb::kSet,
                            sizeof *what_.signal.address, false, transfer.pe, what_.signal.value, 0},
                           &operation_);
      return false;
    case Step::kSignalFlush:
      if (what_.signal.address == nullptr) return true;
      remote_.begin_flush(transfer.pe, &operation_);
      return false;
    case Step::kOver: break;
  }
  return true;
}

// The PE that waits for what was stored there may sleep.
bool StreamTransfer::move() {
  while (step_ != Step::kOver) {
    if (!begun_) begun_ = !begin_step();
    if (begun_ && !operation_.call.done()) return false;
    if (begun_ && !operation_.call.status().is_ok()) pe_.fail(what_.transfer.routine, operation_.call.status());
    begun_ = false;
    step_ = static_cast<Step>(static_cast<int>(step_) + 1);
  }
  if (what_.puts) pe_.ring(what_.transfer.pe);
  return true;
}

bool StreamAwait::holds(std::uint64_t value) const noexcept {
  const std::uint64_t ahead = value - condition_.value;
  return compares(condition_.comparison, condition_.width == 4 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(ahead))
                                                               : static_cast<std::int64_t>(ahead));
}

// A word on a GPU is fetched again and again.
bool StreamAwait::move() {
  if (const std::byte* const place = pe_.find(condition_.word, condition_.width, pe_.number())) {
    return holds(load(place, condition_.width));
  }
  if (!looks_) {
    seen_ = 0;
    remote_.begin_get(
        {condition_.routine, const_cast<void*>(condition_.word), &seen_, condition_.width, 1, 0, 0, pe_.number(), true},
        &looking_);
  }
  looks_ = !looking_.call.done();
  if (looks_) return false;
  if (!looking_.call.status().is_ok()) pe_.fail(condition_.routine, looking_.call.status());
  return holds(seen_);
}

// Members find nothing out about each other in front of these: that could wait for streams that wait for this. So all go by
// messages.
StreamCollective::StreamCollective(Pe& pe, Team& team, const CollectiveCall& call, bool again)
    : pe_(pe), team_(team), routine_(call.routine), schedule_(team.stream_resources(again).take_schedule()) {
  DescribedCollective described;
  if (Status made = describe_collective(team, call, &described); !made.is_ok()) pe_.fail(routine_, made);
  if (described.moves_nothing) return;
  described.builder(*schedule_, described.arguments);
  if (described.copies_root) schedule_->copy(described.root_dest, described.arguments.recv);
}

StreamCollective::~StreamCollective() {
  if (schedule_ && schedule_->done()) team_.resources().job().give_schedule(std::move(schedule_));
}

bool StreamCollective::begin() {
  schedule_->start();
  return true;
}

bool StreamCollective::move() {
  if (!schedule_->done()) return false;
  if (!schedule_->status().is_ok()) pe_.fail(routine_, schedule_->status());
  return true;
}

}  // namespace penstock::shmem
