// What becomes of streams that wait on their GPU for the GPU of a rank that is lost.
#include <algorithm>
#include <atomic>

#include "base/clock.hpp"
#include "core/object/instance.hpp"
#include "core/stream/queue.hpp"
#include "core/stream/stream.hpp"
#include "core/stream/team.hpp"

namespace penstock::core {
namespace {

constexpr unsigned kPassingQueue = 2;              // beside what the program's streams wait in
constexpr std::uint64_t kPassAgainNs = 1'000'000;  // words may be written by members that live

}  // namespace

bool StreamGroup::loses_member() {
  const proto::Engine& engine = instance_.engine();
  for (const int rank : world_) {
    const Status* const loss = rank == engine.rank() ? nullptr : engine.membership().loss_of(rank);
    if (loss == nullptr) continue;
    loss_ = loss->clone();
    return true;
  }
  return false;
}

void StreamGroup::look_for_loss() {
  if (loss_.is_ok()) {
    if (!loses_member()) return;
    if (at_once_) std::atomic_ref(*reinterpret_cast<std::uint32_t*>(watch_.data())).store(1, std::memory_order_release);
    instance_.table<Comm>().for_each([this](Comm& comm) {
      const StreamTeam* const team = comm.streams ? comm.streams->team() : nullptr;
      if (team != nullptr && team->group().get() == this) tell_failure(comm, loss_);
    });
  }
  if (Status passed = let_pass(); !passed.is_ok()) {
    next_pass_ns_ = ~std::uint64_t{0};
    instance_.log().error("streams that wait for a lost rank may wait for ever: {}", passed.message());
  }
}

// A member that lives may yet write a smaller number to a word, from a meeting before. So it is done again and again.
Status StreamGroup::let_pass() {
  const std::uint64_t now = base::now_ns();
  if (now < next_pass_ns_) return Status::ok();
  accel::Accel& accel = instance_.engine().accel();
  accel::Progress over = accel::Progress::kDone;
  if (next_pass_ns_ != 0) PENSTOCK_TRY(accel.queues().test(passing_, &over));
  if (over != accel::Progress::kDone) return Status::ok();
  next_pass_ns_ = now + kPassAgainNs;
  std::byte* const words = watch_.data() + kAlign;
  meetings_.write_passed(words);
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(accel.queues().queue(device_, kPassingQueue, &queue));
  void* const own = reinterpret_cast<void*>(memory_.at(static_cast<std::size_t>(rank_)));
  return queue->copy_and_mark(own, words, meetings_.bytes(members_.size()), accel::By::kEngine, &passing_);
}

}  // namespace penstock::core
