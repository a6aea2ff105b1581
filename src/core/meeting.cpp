#include "core/meeting.hpp"

#include <algorithm>
#include <span>

#include "coll/device/nccl_meeting.hpp"
#include "coll/select/select.hpp"
#include "core/process.hpp"
#include "kernels/image.hpp"

namespace penstock::core {
namespace {

constexpr std::uint32_t kExchanges = 8;  // of one meeting at most
constexpr int kNo = 0;
constexpr int kYes = 1;
constexpr int kYesWithInboxes = 2;

}  // namespace

Meeting::Device Meeting::device_of(Process& process) {
  const Config& config = process.config();
  if (!config.coll_devices || !config.cuda_ipc || kernels::images().empty()) return {Device::Use::kNever, -1};
  const int device = process.accel().live() ? process.accel().working_device() : -1;
  return {device < 0 ? Device::Use::kNotYet : Device::Use::kNow, device};
}

Meeting::Meeting(Comm& comm, std::uint64_t number, std::uint32_t count, Device device)
    : comm_(comm),
      process_(comm.process()),
      schedule_(process_.find_schedule()),
      number_(number),
      first_exchange_(count * kExchanges),
      device_(device) {}

Meeting::~Meeting() {
  if (stage_ == Stage::kOver) process_.give_schedule(std::move(schedule_));
}

bool Meeting::advance(bool waits) {
  if (stage_ == Stage::kBegin) next(waits);
  while (stage_ != Stage::kOver && schedule_->done()) {
    if (schedule_->status().is_ok()) {
      next(waits);
    } else {
      status_ = schedule_->status().clone();
      stage_ = Stage::kOver;
    }
  }
  return stage_ == Stage::kOver;
}

void Meeting::next(bool waits) {
  switch (stage_) {
    case Stage::kBegin:
      if (comm_.has_devices()) return comm_.team().devices->wants_rings() ? offer_rings(waits) : begin_nccl(waits);
      return comm_.board() == nullptr ? offer_board(waits) : ask_for_devices(waits);
    case Stage::kOffers: return open_board(waits);
    case Stage::kOpens: return use_board(waits);
    case Stage::kUses: return open_devices(waits);
    case Stage::kCards: return reach_devices(waits);
    case Stage::kReaches: return use_devices();
    case Stage::kRings: return reach_rings(waits);
    case Stage::kReachesRings: return use_rings(waits);
    case Stage::kNccl: stage_ = Stage::kOver; return;
    case Stage::kOver: return;
  }
}

// Where there are boards they are quicker than messages, and the order of operations on them is kept: all calls that were made
// before have begun, and no other begins meanwhile. Each exchange has a number of its own, whether the ones before took place.
template <typename T>
void Meeting::exchange(Stage stage, const T& mine, std::vector<T>* all, bool waits) {
  stage_ = stage;
  all->resize(static_cast<std::size_t>(comm_.size()));
  const std::uint32_t number = first_exchange_ + static_cast<std::uint32_t>(stage) - static_cast<std::uint32_t>(Stage::kOffers);
  schedule_->reset({.rank = comm_.rank(),
                    .size = comm_.size(),
                    .world = comm_.group().world(),
                    .context = comm_.context(Traffic::kAgreement),
                    .board = comm_.team().board},
                   number);
  coll::Arguments arguments;
  arguments.send = {const_cast<T*>(&mine), sizeof(T), schedule_->byte()};
  arguments.recv = {all->data(), sizeof(T), schedule_->byte()};
  coll::build_allgather(*schedule_, arguments);
  schedule_->start(waits);
}

void Meeting::tell(Stage stage, int mine, bool waits) {
  answer_ = mine;
  exchange(stage, answer_, &answers_, waits);
}

bool Meeting::all_say(int answer) const noexcept {
  return std::ranges::all_of(answers_, [answer](int said) { return said == answer; });
}

template <typename T>
std::vector<T> Meeting::of_sharers(const std::vector<T>& all) const {
  std::vector<T> theirs;
  for (const int member : comm_.sharers().members) theirs.push_back(all[static_cast<std::size_t>(member)]);
  return theirs;
}

// All members map all boards of their hosts, or none uses them. Who has closed what it opened is waited for by nobody.
void Meeting::offer_board(bool waits) {
  offer_ = process_.boards().offer(comm_.sharers().world);
  exchange(Stage::kOffers, offer_, &offers_, waits);
}

void Meeting::open_board(bool waits) {
  const Comm::Sharers& sharers = comm_.sharers();
  left_open_ = std::ranges::all_of(offers_, [](const coll::BoardOffer& offer) { return offer.board >= 0; });
  if (!left_open_) {
    process_.boards().take_back(offer_);
    stage_ = Stage::kOver;
    return;
  }
  board_ = process_.boards().make(sharers.rank, sharers.world, of_sharers(offers_));
  const Status opened = board_->open();
  if (!opened.is_ok()) process_.log().warn("collectives go by messages: {}", opened.message());
  tell(Stage::kOpens, opened.is_ok() ? kYes : kNo, waits);
}

void Meeting::use_board(bool waits) {
  left_open_ = all_say(kYes);
  if (!left_open_) {
    stage_ = Stage::kOver;
    return;
  }
  comm_.use_board(std::move(board_));
  ask_for_devices(waits);
}

void Meeting::ask_for_devices(bool waits) {
  tell(Stage::kUses, static_cast<int>(device_.use), waits);
}

void Meeting::open_devices(bool waits) {
  left_open_ = std::ranges::find(answers_, static_cast<int>(Device::Use::kNever)) == answers_.end();
  if (!all_say(static_cast<int>(Device::Use::kNow))) {
    stage_ = Stage::kOver;
    return;
  }
  devices_ = std::make_unique<coll::DeviceTeam>(process_.engine(), comm_.sharers().rank, comm_.sharers().world, device_.device);
  reached_ = devices_->open(process_.device_probe, &card_);
  exchange(Stage::kCards, card_, &cards_, waits);
}

// The first mapping of a peer's memory takes milliseconds, so it is no collective on GPUs that pays for it; and whoever cannot
// map now will not be asked to.
void Meeting::reach_devices(bool waits) {
  if (reached_.is_ok()) reached_ = devices_->try_to_reach(of_sharers(cards_));
  if (!reached_.is_ok()) process_.log().info("collectives of GPU memory go over the host: {}", reached_.message());
  int answer = reached_.is_ok() ? kYes : kNo;
  if (answer == kYes) {
    const Status inboxes = devices_->try_to_reach_inboxes(cards_);
    if (!inboxes.is_ok()) process_.log().info("collectives of little GPU memory do not go in one shot: {}", inboxes.message());
    answer = inboxes.is_ok() ? kYesWithInboxes : kYes;
  }
  tell(Stage::kReaches, answer, waits);
}

void Meeting::use_devices() {
  stage_ = Stage::kOver;
  if (std::ranges::find(answers_, kNo) != answers_.end()) return;
  devices_->use_inboxes(all_say(kYesWithInboxes));
  left_open_ = false;
  process_.log().info("collectives of GPU memory on {} ranks go from GPU to GPU from here on", comm_.size());
  comm_.use_devices(std::move(devices_), number_);
}

void Meeting::offer_rings(bool waits) {
  reached_ = comm_.team().devices->offer_rings(&rings_card_);
  exchange(Stage::kRings, rings_card_, &rings_cards_, waits);
}

void Meeting::reach_rings(bool waits) {
  if (reached_.is_ok()) reached_ = comm_.team().devices->try_to_reach_rings(rings_cards_);
  if (!reached_.is_ok()) process_.log().info("collectives of new GPU memory do not flow: {}", reached_.message());
  tell(Stage::kReachesRings, reached_.is_ok() ? kYes : kNo, waits);
}

void Meeting::use_rings(bool waits) {
  comm_.team().devices->use_rings(all_say(kYes));
  begin_nccl(waits);
}

void Meeting::begin_nccl(bool waits) {
  left_open_ = false;
  stage_ = comm_.team().devices->wants_nccl() ? Stage::kNccl : Stage::kOver;
  if (stage_ == Stage::kOver) return;
  schedule_->reset(comm_.team(), first_exchange_ + kExchanges - 1);
  coll::build_nccl(*schedule_);
  schedule_->start(waits);
}

}  // namespace penstock::core
