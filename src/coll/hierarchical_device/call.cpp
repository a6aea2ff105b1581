#include "coll/hierarchical_device/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "coll/device/device_call.hpp"
#include "coll/device/negotiation.hpp"
#include "coll/device/offers.hpp"
#include "coll/hierarchical_device/hierarchical.hpp"
#include "coll/select/explained.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint32_t kAnswer = 0;  // the message of a host's answer; those of data have other numbers

// Members of a host tell each other where their data are, and what they can do; then hosts do.
class HierarchicalCall final : public Negotiation {
 public:
  HierarchicalCall(const Query& query, Schedule& schedule, const Arguments& arguments);

 private:
  enum class Stage : std::uint8_t { kAsk, kTell, kAgree, kEnd };
  void prepare(Schedule& schedule) const override { offers_.pack(schedule); }
  void tell(ShmProgram& op) override { list_telling(op, {offers_.descriptors()}); }
  void decide(Schedule& schedule) override;
  void ask_host(Schedule& schedule);
  void tell_hosts(Schedule& schedule);
  void go(Schedule& schedule);
  Status reach();
  void explain(Schedule& schedule) const;
  void let_go() noexcept;

  Query query_;
  Team team_;
  Hosts hosts_;
  Offers offers_;  // of the members of this rank's host
  // Elements of the pieces in which each of them can do its part on its device, 0: it cannot; and of each host those that all
  // of it can. The least of all serve.
  std::vector<std::uint64_t> ready_;
  std::vector<std::uint64_t> answers_;
  HierarchicalData data_;
  HierarchicalCut cut_;
  Workspace::Slice workspace_;
  Stage stage_ = Stage::kAsk;
};

// A failure to say where the data are is this rank's; the others hear of it as of any failed step.
HierarchicalCall::HierarchicalCall(const Query& query, Schedule& schedule, const Arguments& arguments)
    : query_(query),
      team_(schedule.team()),
      hosts_(*team_.nodes, team_.rank),
      offers_(query_, team_, *team_.host->devices, schedule.engine().accel().imports(), arguments, Staging::Parts::kAll),
      ready_(static_cast<std::size_t>(hosts_.size())),
      answers_(static_cast<std::size_t>(hosts_.count())) {
  data_.query = query_;
  data_.root = arguments.root;
  data_.elements = query_.bytes;
  if (reduces(query_.collective) && folding_of(arguments, &data_.folding)) {
    data_.unit = std::uint64_t{data_.folding.elements_per} * data_.folding.element_bytes;
    data_.elements = query_.elements;
  }
  if (query_.collective == Collective::kReduceScatterBlock) data_.elements /= static_cast<std::uint64_t>(team_.size);
  const Config& config = schedule.engine().config();
  cut_ = cut_of(data_, hosts_, config.coll_chunk, config.coll_workspace / 4);
  if (Status said = offers_.say_where(schedule, {ExportWhen::kAtOnce}); !said.is_ok()) schedule.fail(std::move(said));
}

void HierarchicalCall::decide(Schedule& schedule) {
  switch (std::exchange(stage_, static_cast<Stage>(static_cast<int>(stage_) + 1))) {
    case Stage::kAsk: return ask_host(schedule);
    case Stage::kTell: return tell_hosts(schedule);
    case Stage::kAgree: return go(schedule);
    case Stage::kEnd: return let_go();
  }
}

// What fails goes the same way as what succeeds, so that every member and every host hears of it.
void HierarchicalCall::ask_host(Schedule& schedule) {
  if (!schedule.failed()) {
    offers_.hear();
    Status prepared = offers_.none_elsewhere() ? reach() : Status::error(Code::kTransport, "data on the host");
    ready_[static_cast<std::size_t>(hosts_.index())] = prepared.is_ok() ? cut_.cut.piece : 0;
    if (!prepared.is_ok() && prepared.code() != Code::kTransport) schedule.fail(std::move(prepared));
  }
  tell_again(schedule, Told::of(ready_));
}

// Maps the memory of this rank's host, and takes what is needed of this one's.
Status HierarchicalCall::reach() {
  data_.sends.assign(ready_.size(), 0);
  data_.recvs.assign(ready_.size(), 0);
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    PENSTOCK_TRY(offers_.send_of(static_cast<int>(i), &data_.sends[i]));
    PENSTOCK_TRY(offers_.recv_of(static_cast<int>(i), &data_.recvs[i]));
  }
  if (cut_.workspace_bytes() == 0) return Status::ok();
  workspace_ = team_.host->devices->take(cut_.workspace_bytes());
  return workspace_ ? Status::ok() : Status::error(Code::kTransport, "no room on the device");
}

// Each rank hears of every other host from one of its members.
void HierarchicalCall::tell_hosts(Schedule& schedule) {
  const auto at = [&](int host) {
    return schedule.packed(reinterpret_cast<std::byte*>(&answers_[static_cast<std::size_t>(host)]), sizeof answers_[0]);
  };
  answers_[static_cast<std::size_t>(hosts_.host())] = *std::ranges::min_element(ready_);
  std::vector<Step> heard;
  for (int host = 0; host < hosts_.count(); ++host) {
    if (host == hosts_.host()) continue;
    heard.push_back(schedule.recv(at(host), hosts_.partner(host), kAnswer));
    for (const int member : hosts_.members(host)) {
      if (hosts_.stands_for(member)) heard.push_back(schedule.send(at(hosts_.host()), member, kAnswer));
    }
  }
  const Step told = schedule.join();
  for (const Step step : heard) schedule.order(step, told);
  come_back(schedule, told);
}

// Unless something failed: all know of that, so that nobody looks at what is staged.
void HierarchicalCall::go(Schedule& schedule) {
  const std::uint64_t piece = *std::ranges::min_element(answers_);
  if (schedule.failed() || piece == 0) {
    let_go();
    offers_.drop();
    if (!schedule.failed()) build_before(end(), query_, schedule, offers_.arguments());
    return;
  }
  cut_ = cut_of(data_, hosts_, piece * data_.unit, kAnyBytes);
  explain(schedule);
  const auto workspace = workspace_ ? reinterpret_cast<std::uint64_t>(workspace_.address()) : 0;
  const Step done = Hierarchical(schedule, hosts_, data_, cut_, team_.host->devices->device(), workspace).list();
  const Step over = come_back(schedule, done);
  before_end(schedule, offers_.list_rest(schedule, shm(), over));
}

void HierarchicalCall::let_go() noexcept {
  offers_.unmap();
  workspace_ = {};
}

void HierarchicalCall::explain(Schedule& schedule) const {
  if (!schedule.engine().config().explain) return;
  const std::string_view staged = offers_.staged() != 0 ? ", some by way of memory of the library's own" : "";
  explain_strategy(
      schedule, query_, Explained::kAcross,
      fmt::format("kernels inside each of {} hosts, messages on {} rails between them, in pieces of {} B: all data are in "
                  "GPU memory{}",
                  hosts_.count(), hosts_.rails(), cut_.cut.piece * data_.unit, staged));
}

}  // namespace

// One order of all ranks' operands, as PENSTOCK_DETERMINISTIC wants it, is not that of hosts.
bool serves_hierarchical(const Query& query, const Team& team, const Arguments& arguments) noexcept {
  kernels::Folding folding;
  if (query.inter || query.bytes == 0) return false;
  const Hosts hosts(*team.nodes, team.rank);
  if (std::max(hosts.count(), hosts.largest()) > static_cast<int>(kernels::kMostFolded)) return false;
  if (!crosses_hosts(query.collective)) return false;
  return !reduces(query.collective) || (!query.in_order && folding_of(arguments, &folding));
}

// The answers of other hosts come by messages, so no part of it is done while it is listed.
void build_hierarchical(const Query& query, Schedule& schedule, const Arguments& arguments) {
  Negotiation::list(std::make_unique<HierarchicalCall>(query, schedule, arguments), schedule, *schedule.team().host->shm);
}

}  // namespace penstock::coll
