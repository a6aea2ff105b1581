#include "core/collective/collective.hpp"

#include <utility>

#include "coll/select/select.hpp"
#include "core/collective/call_arguments.hpp"
#include "core/collective/call_check.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/completion.hpp"
#include "core/p2p/requests.hpp"
#include "core/type/pack.hpp"

namespace penstock::core {
namespace {

// PENSTOCK_CHECK compares these properties: name, data flow, a root or none, in place on all ranks or on none.
constexpr CallShape kBarrier{"Barrier", coll::Collective::kBarrier, Flow::kNothing, false, false};
constexpr CallShape kBcast{"Bcast", coll::Collective::kBcast, Flow::kFromRoot, true, false};
constexpr CallShape kGather{"Gather", coll::Collective::kGather, Flow::kToRoot, true, false};
constexpr CallShape kGatherv{"Gatherv", coll::Collective::kGatherv, Flow::kToRoot, true, false};
constexpr CallShape kScatter{"Scatter", coll::Collective::kScatter, Flow::kFromRoot, true, false};
constexpr CallShape kScatterv{"Scatterv", coll::Collective::kScatterv, Flow::kFromRoot, true, false};
constexpr CallShape kAllgather{"Allgather", coll::Collective::kAllgather, Flow::kToAll, false, true};
constexpr CallShape kAllgatherv{"Allgatherv", coll::Collective::kAllgatherv, Flow::kToAll, false, true};
constexpr CallShape kAlltoall{"Alltoall", coll::Collective::kAlltoall, Flow::kAllToAll, false, true};
constexpr CallShape kAlltoallv{"Alltoallv", coll::Collective::kAlltoallw, Flow::kAllToAll, false, true};
constexpr CallShape kAlltoallw{"Alltoallw", coll::Collective::kAlltoallw, Flow::kAllToAll, false, true};

// The schedule is returned to the process at the end.
class RunningCollective final : public Work {
 public:
  RunningCollective(Instance& instance, Collective&& collective) noexcept
      : instance_(instance), collective_(std::move(collective)) {}
  ~RunningCollective() override {
    if (collective_.schedule->done()) instance_.job().give_schedule(std::move(collective_.schedule));
  }
  bool done() override { return collective_.done(); }
  Status tell(Outcome* outcome) override {
    *outcome = kEmptyOutcome;
    return collective_.status();
  }
  std::string describe() const override {
    return collective_.check ? std::string(collective_.check->record().call()) : std::string();
  }
  Status cancel() override { return Status::error(Code::kRequest, "a collective operation cannot be cancelled"); }

 private:
  Instance& instance_;
  Collective collective_;
};

}  // namespace

void CallCheckDeleter::operator()(CallCheck* check) const noexcept {
  delete check;
}

void Collective::begin(bool waits) {
  if (check) [[unlikely]] {
    check->start(schedule.get());
  } else if (!put_off) {
    schedule->start(waits);
  }
}

void Collective::keep(Datatype& type) {
  for (Ref<Datatype>& place : types_) {
    if (place.get() == &type) return;
    if (!place) {
      place = Ref<Datatype>::share(type);
      return;
    }
  }
  more_types_.push_back(Ref<Datatype>::share(type));
}

bool Collective::finish() {
  if (schedule->status().is_ok()) finished_ = then->finish();
  then.reset();
  return true;
}

Status Collective::status() const {
  return schedule->status().is_ok() ? finished_.clone() : schedule->status().clone();
}

Status run(Comm& comm, Collective&& collective) {
  Collective running = std::move(collective);
  running.begin(true);
  if (!running.done()) comm.instance().engine().progress().wait_until([&] { return running.done(); });
  Status status = running.status();
  comm.instance().job().give_schedule(std::move(running.schedule));
  return status;
}

// A blocking call waits for the others anyway, so it waits for each step while the steps are listed, unless these are deferred.
void list(Comm& comm, runtime::Builder builder, const coll::Arguments& arguments, Collective* out, Listed members) {
  const bool waits = out->options.form == CallForm::kBlocking;
  runtime::TeamResources& team = comm.resources();
  Status met;
  out->put_off = team.sets_up() && comm.setup().delays_next(waits, &met);
  if (out->put_off) [[unlikely]] {
    out->schedule = team.take_schedule();
    return comm.setup().put_off(*out->schedule, builder, arguments, out->options.form != CallForm::kEnqueued);
  }
  out->schedule = team.take_schedule(members == Listed::kTeam ? comm.team() : comm.everyone());
  if (!met.is_ok()) out->schedule->fail(std::move(met));
  if (waits) out->schedule->do_at_once();
  builder(*out->schedule, arguments);
}

Status start(Comm& comm, Collective&& collective, MPI_Request* request) {
  if (comm.resources().has_devices()) [[unlikely]] {
    comm.instance().engine().progress_thread().begin_if_spare();
  }
  collective.begin();
  return requests_of(comm.instance())
      .add(request, &comm, std::make_unique<RunningCollective>(comm.instance(), std::move(collective)));
}

// The refused call uses up the same sequence numbers as the valid calls of the other ranks.
Status refuse(Comm& comm, Collective&& collective, Status&& why) {
  if (!collective.check) return std::move(why);
  Collective refused = std::move(collective);
  Instance& instance = comm.instance();
  const bool again = refused.options.form == CallForm::kPersistent;
  refused.check->record().fail(why);
  refused.schedule = again ? comm.resources().take_persistent_schedule() : comm.resources().take_schedule();
  if (refused.options.form == CallForm::kBlocking || again) {
    // This tells every other rank the failure, which this rank knows already.
    [[maybe_unused]] const Status heard = run(comm, std::move(refused));
    return std::move(why);
  }
  MPI_Request request = MPI_REQUEST_NULL;
  PENSTOCK_TRY(start(comm, std::move(refused), &request));
  PENSTOCK_TRY(free_request(instance, *instance.table<Request>().find(number_of(request))));
  return std::move(why);
}

Status make_barrier(Comm& comm, Collective* out) {
  return CollectiveCall(comm, out, kBarrier).build([](coll::Schedule& schedule, const coll::Arguments& /*arguments*/) {
    coll::build_barrier(schedule);
  });
}

// The root's buffer is set as the receive buffer too, so that a builder finds it at the same place on every rank.
Status make_bcast(Comm& comm, const Data& data, int root, Collective* out) {
  CollectiveCall call(comm, out, kBcast);
  PENSTOCK_TRY(call.set_root(root));
  if (call.at_root() || call.has_part()) PENSTOCK_TRY(call.recv(data));
  return call.build(coll::build_bcast);
}

Status make_gather(Comm& comm, const Data& send, const Data& recv, int root, Collective* out) {
  CollectiveCall call(comm, out, kGather);
  PENSTOCK_TRY(call.set_root(root));
  if (call.has_part()) PENSTOCK_TRY(call.send(send, true));
  if (call.at_root()) PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_gather);
}

Status make_gatherv(Comm& comm, const Data& send, const Parts& recv, int root, Collective* out) {
  CollectiveCall call(comm, out, kGatherv);
  PENSTOCK_TRY(call.set_root(root));
  if (call.has_part()) PENSTOCK_TRY(call.send(send, true));
  if (call.at_root()) PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_gatherv);
}

Status make_scatter(Comm& comm, const Data& send, const Data& recv, int root, Collective* out) {
  CollectiveCall call(comm, out, kScatter);
  PENSTOCK_TRY(call.set_root(root));
  if (call.at_root()) PENSTOCK_TRY(call.sends(send));
  if (call.has_part()) PENSTOCK_TRY(call.recv(recv, true));
  return call.build(coll::build_scatter);
}

Status make_scatterv(Comm& comm, const Parts& send, const Data& recv, int root, Collective* out) {
  CollectiveCall call(comm, out, kScatterv);
  PENSTOCK_TRY(call.set_root(root));
  if (call.at_root()) PENSTOCK_TRY(call.sends(send));
  if (call.has_part()) PENSTOCK_TRY(call.recv(recv, true));
  return call.build(coll::build_scatterv);
}

Status make_allgather(Comm& comm, const Data& send, const Data& recv, Collective* out) {
  CollectiveCall call(comm, out, kAllgather);
  PENSTOCK_TRY(call.send(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_allgather);
}

Status make_allgatherv(Comm& comm, const Data& send, const Parts& recv, Collective* out) {
  CollectiveCall call(comm, out, kAllgatherv);
  PENSTOCK_TRY(call.send(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_allgatherv);
}

Status make_alltoall(Comm& comm, const Data& send, const Data& recv, Collective* out) {
  CollectiveCall call(comm, out, kAlltoall);
  PENSTOCK_TRY(call.sends(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_alltoall);
}

Status make_alltoallv(Comm& comm, const Parts& send, const Parts& recv, Collective* out) {
  CollectiveCall call(comm, out, kAlltoallv);
  PENSTOCK_TRY(call.sends(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_alltoallw);
}

Status make_alltoallw(Comm& comm, const TypedParts& send, const TypedParts& recv, Collective* out) {
  CollectiveCall call(comm, out, kAlltoallw);
  PENSTOCK_TRY(call.sends(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_alltoallw);
}

}  // namespace penstock::core
