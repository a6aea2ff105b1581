#include "runtime/negotiators.hpp"

#include <algorithm>

#include "coll/device/descriptor.hpp"
#include "coll/device/nccl_negotiation.hpp"
#include "kernels/image.hpp"

namespace penstock::runtime {
namespace {

constexpr int kNo = 0;
constexpr int kYes = 1;
constexpr int kYesWithLlBuffers = 2;

bool all_said(const std::vector<int>& answers, int answer) {
  return std::ranges::all_of(answers, [answer](int said) { return said == answer; });
}

bool one_says(const std::vector<int>& answers, int answer) {
  return std::ranges::find(answers, answer) != answers.end();
}

// Returns the words of the members that may share memory with this rank.
template <typename T>
std::vector<T> of_sharers(const TeamResources& team, const std::vector<T>& all) {
  std::vector<T> theirs;
  for (const int member : team.sharers().members) theirs.push_back(all[static_cast<std::size_t>(member)]);
  return theirs;
}

// All members map all shared memory of their hosts, or none uses it. A member that gives up closes what it opened, and nobody
// waits for that.
class ShmNegotiator final : public Negotiator {
 public:
  explicit ShmNegotiator(TeamResources& team) : team_(team) {}
  [[nodiscard]] bool is_due() const override { return team_.shm() == nullptr && !team_.has_devices(); }

  std::optional<Shared> go_on(SetupRound& round) override {
    switch (stage_++) {
      case 0:
        offer_ = team_.job().shm_buffers().offer(team_.sharers().world);
        round.all_say(offer_, &offers_);
        return {};
      case 1: return open(round);
      default: return use();
    }
  }

 private:
  std::optional<Shared> open(SetupRound& round) {
    const bool all = std::ranges::all_of(offers_, [](const coll::ShmOffer& offer) { return offer.shm >= 0; });
    if (!all) {
      team_.job().shm_buffers().take_back(offer_);
      return Shared::kNever;
    }
    shm_ = team_.job().shm_buffers().make(team_.sharers().rank, team_.sharers().world, of_sharers(team_, offers_));
    const Status opened = shm_->open();
    if (!opened.is_ok()) team_.job().log().warn("collectives go by messages: {}", opened.message());
    answer_ = opened.is_ok() ? kYes : kNo;
    round.all_say(answer_, &answers_);
    return {};
  }

  Shared use() {
    if (!all_said(answers_, kYes)) return Shared::kNever;
    team_.use_shm(std::move(shm_));
    return Shared::kYes;
  }

  TeamResources& team_;
  int stage_ = 0;
  coll::ShmOffer offer_;
  std::vector<coll::ShmOffer> offers_;
  std::unique_ptr<coll::ShmBuffer> shm_;
  int answer_ = kNo;
  std::vector<int> answers_;
};

// The first mapping of a peer's memory takes milliseconds, so no collective on GPUs pays for it. A member that cannot map now
// is never asked to.
class DeviceNegotiator final : public Negotiator {
 public:
  DeviceNegotiator(TeamResources& team, std::uint64_t number, DeviceUse device)
      : team_(team), number_(number), device_(device) {}
  [[nodiscard]] bool is_due() const override { return !team_.has_devices(); }

  std::optional<Shared> go_on(SetupRound& round) override {
    switch (stage_++) {
      case 0:
        answer_ = static_cast<int>(device_.when);
        round.all_say(answer_, &answers_);
        return {};
      case 1: return open(round);
      case 2: return reach(round);
      default: return use();
    }
  }

 private:
  std::optional<Shared> open(SetupRound& round) {
    if (one_says(answers_, static_cast<int>(DeviceUse::When::kNever))) return Shared::kNever;
    if (!all_said(answers_, static_cast<int>(DeviceUse::When::kNow))) return Shared::kNotYet;
    devices_ =
        std::make_unique<coll::DeviceTeam>(team_.job().engine(), team_.sharers().rank, team_.sharers().world, device_.device);
    reached_ = devices_->open(team_.job().device_probe, &descriptor_);
    round.all_say(descriptor_, &descriptors_);
    return {};
  }

  std::optional<Shared> reach(SetupRound& round) {
    Log& log = team_.job().log();
    if (reached_.is_ok()) reached_ = devices_->try_to_reach(of_sharers(team_, descriptors_));
    if (!reached_.is_ok()) log.info("collectives of GPU memory go over the host: {}", reached_.message());
    answer_ = reached_.is_ok() ? kYes : kNo;
    if (answer_ == kYes) {
      const Status ll_buffers = devices_->try_to_reach_ll_buffers(descriptors_);
      if (!ll_buffers.is_ok()) log.info("collectives of little GPU memory do not go in one shot: {}", ll_buffers.message());
      answer_ = ll_buffers.is_ok() ? kYesWithLlBuffers : kYes;
    }
    round.all_say(answer_, &answers_);
    return {};
  }

  Shared use() {
    if (one_says(answers_, kNo)) return Shared::kNotYet;
    devices_->use_ll_buffers(all_said(answers_, kYesWithLlBuffers));
    team_.job().log().info("collectives of GPU memory on {} ranks go from GPU to GPU from here on", team_.size());
    team_.use_devices(std::move(devices_), number_);
    return Shared::kYes;
  }

  TeamResources& team_;
  std::uint64_t number_;
  DeviceUse device_;
  int stage_ = 0;
  int answer_ = kNo;
  std::vector<int> answers_;
  coll::CallDescriptor descriptor_;
  std::vector<coll::CallDescriptor> descriptors_;
  std::unique_ptr<coll::DeviceTeam> devices_;
  Status reached_;  // GPUs of the others, by this one
};

class FifoNegotiator final : public Negotiator {
 public:
  explicit FifoNegotiator(TeamResources& team) : team_(team) {}
  [[nodiscard]] bool is_due() const override { return team_.has_devices() && team_.devices()->wants_fifos(); }

  std::optional<Shared> go_on(SetupRound& round) override {
    switch (stage_++) {
      case 0:
        reached_ = team_.devices()->offer_fifos(&descriptor_);
        round.all_say(descriptor_, &descriptors_);
        return {};
      case 1:
        if (reached_.is_ok()) reached_ = team_.devices()->try_to_reach_fifos(descriptors_);
        if (!reached_.is_ok()) {
          team_.job().log().info("collectives of new GPU memory are not pipelined: {}", reached_.message());
        }
        answer_ = reached_.is_ok() ? kYes : kNo;
        round.all_say(answer_, &answers_);
        return {};
      default: team_.devices()->use_fifos(all_said(answers_, kYes)); return Shared::kYes;
    }
  }

 private:
  TeamResources& team_;
  int stage_ = 0;
  coll::FifosDescriptor descriptor_;
  std::vector<coll::FifosDescriptor> descriptors_;
  int answer_ = kNo;
  std::vector<int> answers_;
  Status reached_;
};

class NcclNegotiator final : public Negotiator {
 public:
  explicit NcclNegotiator(TeamResources& team) : team_(team) {}
  [[nodiscard]] bool is_due() const override { return team_.has_devices() && team_.devices()->wants_nccl(); }

  std::optional<Shared> go_on(SetupRound& round) override {
    if (built_) return Shared::kYes;
    built_ = true;
    round.run(coll::build_nccl);
    return {};
  }

 private:
  TeamResources& team_;
  bool built_ = false;
};

}  // namespace

DeviceUse device_use_of(Job& job) {
  using enum DeviceUse::When;
  const Config& config = job.config();
  if (!config.coll_devices || !config.cuda_ipc || kernels::images().empty()) return {kNever, -1};
  const int device = job.accel().live() ? job.accel().working_device() : -1;
  return {device < 0 ? kNotYet : kNow, device};
}

std::vector<std::unique_ptr<Negotiator>> make_negotiators(TeamResources& team, std::uint64_t number, DeviceUse device) {
  std::vector<std::unique_ptr<Negotiator>> made;
  made.push_back(std::make_unique<ShmNegotiator>(team));
  made.push_back(std::make_unique<DeviceNegotiator>(team, number, device));
  made.push_back(std::make_unique<FifoNegotiator>(team));
  made.push_back(std::make_unique<NcclNegotiator>(team));
  return made;
}

}  // namespace penstock::runtime
