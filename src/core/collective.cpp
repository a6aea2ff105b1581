#include "core/collective.hpp"

#include <utility>

#include "coll/select/select.hpp"
#include "core/collective_call.hpp"
#include "core/process.hpp"

namespace penstock::core {

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
  running.schedule->start();
  if (!running.done()) comm.process().engine().wait_until([&] { return running.done(); });
  Status status = running.status();
  comm.process().give_schedule(std::move(running.schedule));
  if (comm.is_time_for_boards()) [[unlikely]] {
    Status shared = share_boards(comm);
    if (status.is_ok()) status = std::move(shared);
  }
  return status;
}

Status start(Comm& comm, Collective&& collective, MPI_Request* request) {
  collective.schedule->start();
  return comm.process().add_request(request, comm, std::move(collective));
}

Status make_barrier(Comm& comm, Collective* out) {
  return CollectiveCall(comm, out).build(
      [](coll::Schedule& schedule, const coll::Arguments& /*arguments*/) { coll::build_barrier(schedule); });
}

// The root's data are what the others receive; so a builder takes them from the same place on every rank.
Status make_bcast(Comm& comm, const Data& data, int root, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.set_root(root));
  if (call.at_root() || call.has_part()) PENSTOCK_TRY(call.recv(data));
  return call.build(coll::build_bcast);
}

Status make_gather(Comm& comm, const Data& send, const Data& recv, int root, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.set_root(root));
  if (call.has_part()) PENSTOCK_TRY(call.send(send, true));
  if (call.at_root()) PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_gather);
}

Status make_gatherv(Comm& comm, const Data& send, const Parts& recv, int root, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.set_root(root));
  if (call.has_part()) PENSTOCK_TRY(call.send(send, true));
  if (call.at_root()) PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_gatherv);
}

Status make_scatter(Comm& comm, const Data& send, const Data& recv, int root, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.set_root(root));
  if (call.at_root()) PENSTOCK_TRY(call.sends(send));
  if (call.has_part()) PENSTOCK_TRY(call.recv(recv, true));
  return call.build(coll::build_scatter);
}

Status make_scatterv(Comm& comm, const Parts& send, const Data& recv, int root, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.set_root(root));
  if (call.at_root()) PENSTOCK_TRY(call.sends(send));
  if (call.has_part()) PENSTOCK_TRY(call.recv(recv, true));
  return call.build(coll::build_scatterv);
}

Status make_allgather(Comm& comm, const Data& send, const Data& recv, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.send(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_allgather);
}

Status make_allgatherv(Comm& comm, const Data& send, const Parts& recv, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.send(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_allgatherv);
}

Status make_alltoall(Comm& comm, const Data& send, const Data& recv, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.sends(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_alltoall);
}

Status make_alltoallv(Comm& comm, const Parts& send, const Parts& recv, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.sends(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_alltoallw);
}

Status make_alltoallw(Comm& comm, const TypedParts& send, const TypedParts& recv, Collective* out) {
  CollectiveCall call(comm, out);
  PENSTOCK_TRY(call.sends(send, true));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_alltoallw);
}

Status make_exchange(Comm& comm, const void* send, void* recv, std::uint64_t bytes, Collective* out) {
  out->schedule = comm.process().take_schedule(comm, comm.everyone());
  const proto::Layout* byte = out->schedule->keep(proto::Layout::bytes(1));
  coll::Arguments arguments;
  arguments.send = {const_cast<void*>(send), bytes, byte};
  arguments.recv = {recv, bytes, byte};
  coll::build_allgather(*out->schedule, arguments);
  return Status::ok();
}

}  // namespace penstock::core
