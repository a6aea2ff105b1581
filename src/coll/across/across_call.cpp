#include "coll/across/across_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "coll/across/across.hpp"
#include "coll/device/continuation.hpp"
#include "coll/device/device_call.hpp"
#include "coll/device/end_turn.hpp"
#include "coll/device/staging.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint32_t kAnswer = 0;  // the message of a host's answer; those of data have other numbers

// Steps on the board of this rank's host that tell its members something of this rank's, and what each of them reads.
void tell_all(BoardOp& op, const Hosts& hosts, std::byte* all, std::uint64_t bytes) {
  const auto of = [&](int member) { return all + static_cast<std::uint64_t>(member) * bytes; };
  op.reserve(0, bytes);
  op.write(0, 0, of(hosts.index()), bytes);
  op.publish(0, bytes);
  for (int i = 0; i < hosts.size(); ++i) {
    if (i != hosts.index()) op.read(0, i, bytes, 0, {.address = of(i)}, bytes);
  }
  op.leave(0);
}

class AcrossCall final : public Task {
 public:
  AcrossCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host);

  // Lists what comes before the card: copies of data that cannot be lent as they lie.
  void pack(Schedule& schedule) const {
    if (staging_) staging_->pack(schedule);
  }
  // Lists this rank's card and the reading of those of its host.
  void meet(BoardOp& op) { tell_all(op, hosts_, reinterpret_cast<std::byte*>(cards_.data()), sizeof(DeviceCard)); }
  // Its own step, and the one behind all that follows.
  void set_steps(Step own, Step last) noexcept {
    own_ = own;
    last_ = last;
  }

  bool advance(Schedule& schedule) override;

 private:
  enum class Stage : std::uint8_t { kAsk, kTell, kAgree, kEnd };
  Status say_where(Schedule& schedule);
  Status look(const Arguments& call, Whereabouts* send, Whereabouts* recv);
  void ask_host(Schedule& schedule);
  void tell_hosts(Schedule& schedule);
  void go(Schedule& schedule);
  void go_over_host(Schedule& schedule);
  Status prepare();
  Status reach(int member, const transport::RegionCard& region, std::uint64_t* address);
  void explain(Schedule& schedule) const;
  Step list_end(Schedule& schedule, Step after) const;
  void come_back(Schedule& schedule, Stage stage, Step after);
  void let_go() noexcept;
  [[nodiscard]] DeviceCard& mine() noexcept { return cards_[static_cast<std::size_t>(hosts_.index())]; }
  [[nodiscard]] const Arguments& call() const noexcept { return staging_ ? staging_->lent() : kept_.get(); }
  [[nodiscard]] bool all_on_devices() const noexcept;
  [[nodiscard]] bool staged() const noexcept;

  Query query_;
  Team team_;
  Hosts hosts_;
  KeptArguments kept_;
  HostBuilder on_host_;
  std::unique_ptr<Staging> staging_;  // where some data go through memory of the library's own
  std::vector<DeviceCard> cards_;     // of the members of this rank's host
  // Elements of the pieces in which each of them can do its part on its device, 0: it cannot; and of each host those that all
  // of it can. The least of all serve.
  std::vector<std::uint64_t> ready_;
  std::vector<std::uint64_t> answers_;
  Mappings mappings_;
  AcrossData data_;
  AcrossCut cut_;
  Scratch::Area scratch_;
  Step own_ = kNoStep;
  Step last_ = kNoStep;
  Stage stage_ = Stage::kAsk;
};

// A failure to say where the data are is this rank's; the others hear of it as of any failed step.
AcrossCall::AcrossCall(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host)
    : query_(query),
      team_(schedule.team()),
      hosts_(*team_.nodes, team_.rank),
      kept_(arguments),
      on_host_(on_host),
      cards_(static_cast<std::size_t>(hosts_.size())),
      ready_(cards_.size()),
      answers_(static_cast<std::size_t>(hosts_.count())),
      mappings_(schedule.engine().accel()) {
  data_.query = query_;
  data_.root = arguments.root;
  data_.elements = query_.bytes;
  if (reduces(query_.collective) && folding_of(arguments, &data_.folding)) {
    data_.unit = std::uint64_t{data_.folding.elements_per} * data_.folding.element_bytes;
    data_.elements = query_.elements;
  }
  if (query_.collective == Collective::kReduceScatterBlock) data_.elements /= static_cast<std::uint64_t>(team_.size);
  const Config& config = schedule.engine().config();
  cut_ = cut_of(data_, hosts_, config.coll_chunk, config.coll_scratch / 4);
  if (Status said = say_where(schedule); !said.is_ok()) schedule.fail(std::move(said));
}

// Without room the call goes over the host, on all ranks.
Status AcrossCall::say_where(Schedule& schedule) {
  Whereabouts send = Whereabouts::kNothing;
  Whereabouts recv = Whereabouts::kNothing;
  PENSTOCK_TRY(look(kept_.get(), &send, &recv));
  const bool overlap = mine().where == Whereabouts::kDevice && sides_of(query_, team_, kept_.get()).overlap;
  if (!overlap && mine().where != Whereabouts::kApart) return Status::ok();
  staging_ = std::make_unique<Staging>(query_, schedule, kept_.get(), Staging::Parts::kAll);
  bool room = false;
  PENSTOCK_TRY(staging_->open(*team_.host->devices, send, recv, &room));
  if (room) PENSTOCK_TRY(look(staging_->lent(), &send, &recv));
  mine().staged = room && mine().where == Whereabouts::kDevice ? Staged::kInOut : Staged::kNot;
  if (mine().staged != Staged::kNot) return Status::ok();
  staging_.reset();
  mine().where = Whereabouts::kElsewhere;
  return Status::ok();
}

Status AcrossCall::look(const Arguments& call, Whereabouts* send, Whereabouts* recv) {
  DeviceTeam& devices = *team_.host->devices;
  Sides sides = sides_of(query_, team_, call);
  sides.send.own = sides.recv.own = false;  // messages take them too
  PENSTOCK_TRY(find_side(query_, devices, sides.send, Lending::kAtOnce, send, &mine().send));
  if (*send != Whereabouts::kElsewhere)
    PENSTOCK_TRY(find_side(query_, devices, sides.recv, Lending::kAtOnce, recv, &mine().recv));
  mine().where = std::max(*send, *recv);
  return Status::ok();
}

bool AcrossCall::advance(Schedule& schedule) {
  switch (stage_) {
    case Stage::kAsk: ask_host(schedule); break;
    case Stage::kTell: tell_hosts(schedule); break;
    case Stage::kAgree: go(schedule); break;
    case Stage::kEnd: let_go(); break;
  }
  return true;
}

void AcrossCall::come_back(Schedule& schedule, Stage stage, Step after) {
  stage_ = stage;
  own_ = schedule.task(std::make_unique<Continuation>(*this), {after});
  schedule.order(own_, last_);
}

bool AcrossCall::all_on_devices() const noexcept {
  return std::ranges::none_of(cards_, [](const DeviceCard& card) { return card.where == Whereabouts::kElsewhere; });
}

bool AcrossCall::staged() const noexcept {
  return std::ranges::any_of(cards_, [](const DeviceCard& card) { return card.staged != Staged::kNot; });
}

// What fails goes the same way as what succeeds, so that every member and every host hears of it.
void AcrossCall::ask_host(Schedule& schedule) {
  if (!schedule.failed()) {
    team_.host->devices->borrow(cards_);
    Status prepared = all_on_devices() ? prepare() : Status::error(Code::kTransport, "data on the host");
    ready_[static_cast<std::size_t>(hosts_.index())] = prepared.is_ok() ? cut_.cut.piece : 0;
    if (!prepared.is_ok() && prepared.code() != Code::kTransport) schedule.fail(std::move(prepared));
  }
  BoardOp& op = schedule.new_board_op(*team_.host->board);
  tell_all(op, hosts_, reinterpret_cast<std::byte*>(ready_.data()), sizeof ready_[0]);
  come_back(schedule, Stage::kTell, schedule.on_board(op));
}

// Maps the memory of this rank's host, and takes what is needed of this one's.
Status AcrossCall::prepare() {
  data_.sends.assign(cards_.size(), 0);
  data_.recvs.assign(cards_.size(), 0);
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    PENSTOCK_TRY(reach(static_cast<int>(i), cards_[i].send, &data_.sends[i]));
    PENSTOCK_TRY(reach(static_cast<int>(i), cards_[i].recv, &data_.recvs[i]));
  }
  if (cut_.scratch_bytes() == 0) return Status::ok();
  scratch_ = team_.host->devices->take(cut_.scratch_bytes());
  return scratch_ ? Status::ok() : Status::error(Code::kTransport, "no room on the device");
}

Status AcrossCall::reach(int member, const transport::RegionCard& region, std::uint64_t* address) {
  if (region.address == 0) return Status::ok();
  return team_.host->devices->reach(member, region, &mappings_, address);
}

// Each rank hears of every other host from one of its members.
void AcrossCall::tell_hosts(Schedule& schedule) {
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
  come_back(schedule, Stage::kAgree, told);
}

// Unless something failed: all know of that, so that nobody looks at what is staged.
void AcrossCall::go(Schedule& schedule) {
  const std::uint64_t piece = *std::ranges::min_element(answers_);
  if (schedule.failed() || piece == 0) {
    let_go();
    staging_.reset();
    if (!schedule.failed()) go_over_host(schedule);
    return;
  }
  cut_ = cut_of(data_, hosts_, piece * data_.unit, kAnyBytes);
  explain(schedule);
  const auto scratch = scratch_ ? reinterpret_cast<std::uint64_t>(scratch_.address()) : 0;
  const Step done = Across(schedule, hosts_, data_, cut_, team_.host->devices->device(), scratch).list();
  come_back(schedule, Stage::kEnd, done);
  const Step end = list_end(schedule, own_);
  schedule.order(staged() ? list_end(schedule, staging_ ? staging_->unpack(schedule, end) : end) : end, last_);
}

// Nobody of a host is through before all are.
Step AcrossCall::list_end(Schedule& schedule, Step after) const {
  BoardOp& op = schedule.new_board_op(*team_.host->board);
  op.reserve(0, 0);
  op.publish(0, 0);
  for (int i = 0; i < hosts_.size(); ++i) {
    if (i != hosts_.index()) op.await(0, i, 0);
  }
  op.leave(0);
  return schedule.on_board(op, {after});
}

void AcrossCall::let_go() noexcept {
  mappings_.release();
  scratch_ = {};
}

void AcrossCall::go_over_host(Schedule& schedule) {
  build_before(last_, query_, schedule, kept_.get(), on_host_);
}

void AcrossCall::explain(Schedule& schedule) const {
  if (!schedule.engine().config().explain || team_.rank != 0) return;
  const auto size_class = static_cast<std::uint64_t>(std::bit_width(query_.bytes) + 1) / 2;
  const std::uint64_t key = std::uint64_t{1} << 52 | static_cast<std::uint64_t>(query_.collective) << 40 | size_class << 32 |
                            static_cast<std::uint32_t>(query_.ranks);
  schedule.engine().explain(
      key, fmt::format("{} of {} B on {} ranks: kernels inside each of {} hosts, messages on {} rails between them, in pieces "
                       "of {} B: all data are in GPU memory{}",
                       collective_name(query_.collective), query_.bytes, query_.ranks, hosts_.count(), hosts_.rails(),
                       cut_.cut.piece * data_.unit, staged() ? ", some by way of memory of the library's own" : ""));
}

}  // namespace

// One order of all ranks' operands, as PENSTOCK_DETERMINISTIC wants it, is not that of hosts.
bool serves_across(const Query& query, const Team& team, const Arguments& arguments) noexcept {
  kernels::Folding folding;
  if (query.inter || query.bytes == 0) return false;
  const Hosts hosts(*team.nodes, team.rank);
  if (std::max(hosts.count(), hosts.largest()) > static_cast<int>(kernels::kMostFolded)) return false;
  if (!crosses_hosts(query.collective)) return false;
  return !reduces(query.collective) || (!query.in_order && folding_of(arguments, &folding));
}

// The answers of other hosts come by messages, so no part of it is done while it is listed.
void build_across(const Query& query, Schedule& schedule, const Arguments& arguments, HostBuilder on_host) {
  auto call = std::make_unique<AcrossCall>(query, schedule, arguments, on_host);
  AcrossCall& made = *call;
  Board& board = *schedule.team().host->board;
  const auto packing = static_cast<Step>(schedule.steps());
  made.pack(schedule);
  const auto packed = static_cast<Step>(schedule.steps());
  BoardOp& cards = schedule.new_board_op(board);
  made.meet(cards);
  cards.keep_turn();
  const Step met = schedule.on_board(cards);
  for (Step step = packing; step < packed; ++step) schedule.order(step, met);
  const Step own = schedule.task(std::move(call), {met});
  made.set_steps(own, schedule.task(std::make_unique<EndTurn>(board), {own}));
}

}  // namespace penstock::coll
