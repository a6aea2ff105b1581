#include "core/collective.hpp"

#include <utility>

#include "coll/select/select.hpp"
#include "core/p2p.hpp"
#include "core/process.hpp"

namespace penstock::core {
namespace {

Status check_root(const Comm& comm, int root) {
  if (root >= 0 && root < comm.size()) return Status::ok();
  return Status::error(Code::kRoot, "root is {}, outside 0..{} of a communicator of {}", root, comm.size() - 1, comm.size());
}

Status check_type(const Datatype* datatype, std::string_view name) {
  if (datatype != nullptr) return Status::ok();
  return Status::error(Code::kType, "{} is significant on this rank and no datatype", name);
}

// A number is taken for every collective, in the order of the calls, once its arguments are found good.
coll::Schedule& open(Comm& comm, Collective* out) {
  out->schedule = comm.process().take_schedule(comm);
  return *out->schedule;
}

Status gather_buffers(bool root, const void* send, MPI_Count send_count, Datatype* send_type, void* recv, MPI_Count recv_count,
                      Datatype* recv_type, coll::Arguments* arguments) {
  arguments->in_place = root && send == MPI_IN_PLACE;
  if (!arguments->in_place) {
    PENSTOCK_TRY(check_type(send_type, "sendtype"));
    PENSTOCK_TRY(make_buffer(send, send_count, *send_type, &arguments->send));
  }
  if (!root) return Status::ok();
  PENSTOCK_TRY(check_type(recv_type, "recvtype"));
  PENSTOCK_TRY(make_buffer(recv, recv_count, *recv_type, &arguments->recv));
  if (!arguments->in_place && arguments->send.bytes() != arguments->recv.bytes()) {
    return Status::error(Code::kTruncate, "the root sends itself {} bytes and receives {} from each rank",
                         arguments->send.bytes(), arguments->recv.bytes());
  }
  return Status::ok();
}

}  // namespace

Status make_barrier(Comm& comm, Collective* out) {
  coll::build_barrier(open(comm, out));
  return Status::ok();
}

Status make_bcast(Comm& comm, void* address, MPI_Count count, Datatype& datatype, int root, Collective* out) {
  PENSTOCK_TRY(check_root(comm, root));
  coll::Arguments arguments;
  arguments.root = root;
  PENSTOCK_TRY(make_buffer(address, count, datatype, &arguments.recv));
  coll::build_bcast(open(comm, out), arguments);
  out->keep(datatype);
  return Status::ok();
}

Status make_allreduce(Comm& comm, const void* send, void* recv, MPI_Count count, Datatype& datatype, Op& op, Collective* out) {
  coll::Arguments arguments;
  PENSTOCK_TRY(op.reduction_over(datatype, &arguments.reduction));
  PENSTOCK_TRY(make_buffer(recv, count, datatype, &arguments.recv));
  arguments.in_place = send == MPI_IN_PLACE;
  if (!arguments.in_place) {
    PENSTOCK_TRY(make_buffer(send, count, datatype, &arguments.send));
    if (send == recv && arguments.recv.bytes() != 0) {
      return Status::error(Code::kBuffer, "sendbuf and recvbuf are the same; pass MPI_IN_PLACE as sendbuf");
    }
  }
  coll::build_allreduce(open(comm, out), arguments);
  out->keep(datatype);
  return Status::ok();
}

Status make_gather(Comm& comm, const void* send, MPI_Count send_count, Datatype* send_type, void* recv, MPI_Count recv_count,
                   Datatype* recv_type, int root, Collective* out) {
  PENSTOCK_TRY(check_root(comm, root));
  coll::Arguments arguments;
  arguments.root = root;
  const bool is_root = comm.rank() == root;
  PENSTOCK_TRY(gather_buffers(is_root, send, send_count, send_type, recv, recv_count, recv_type, &arguments));
  coll::build_gather(open(comm, out), arguments);
  if (!arguments.in_place) out->keep(*send_type);
  if (is_root) out->keep(*recv_type);
  return Status::ok();
}

Status make_exchange(Comm& comm, const void* send, void* recv, std::uint64_t bytes, Collective* out) {
  coll::Schedule& schedule = open(comm, out);
  const proto::Layout* byte = schedule.keep(proto::Layout::bytes(1));
  coll::Arguments arguments;
  arguments.send = {const_cast<void*>(send), bytes, byte};
  arguments.recv = {recv, bytes, byte};
  coll::build_allgather(schedule, arguments);
  return Status::ok();
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
  running.schedule->start();
  if (!running.done()) comm.process().engine().wait_until([&] { return running.done(); });
  Status status = running.status();
  comm.process().give_schedule(std::move(running.schedule));
  return status;
}

Status start(Comm& comm, Collective&& collective, MPI_Request* request) {
  collective.schedule->start();
  return comm.process().add_request(request, comm, std::move(collective));
}

}  // namespace penstock::core
