// NCCL's collectives, blocking: each is put on the stream and then waited for, as a caller has to that uses the data.
#include "coll.hpp"
#include "mpi_call.hpp"
#include "nccl.hpp"

namespace bench {
namespace {

using nccl::api;
using nccl::Communicator;
using nccl::must;
using A = Arguments;

nccl::Type type_of(const A& a) {
  return a.type == MPI_FLOAT ? nccl::kFloat32 : nccl::kInt8;
}
std::size_t count_of(const A& a) {
  return static_cast<std::size_t>(a.count);
}

int finish(const Communicator& comm, nccl::Result result, const char* call) {
  must(result, call);
  comm.stream.wait();
  return MPI_SUCCESS;
}

int allreduce(const A& a) {
  const Communicator& comm = nccl::communicator(a.comm);
  return finish(comm, api().all_reduce(a.send, a.recv, count_of(a), type_of(a), nccl::kSum, comm.handle, comm.stream.handle()),
                "ncclAllReduce");
}
int reduce(const A& a) {
  const Communicator& comm = nccl::communicator(a.comm);
  return finish(comm,
                api().reduce(a.send, a.recv, count_of(a), type_of(a), nccl::kSum, kRoot, comm.handle, comm.stream.handle()),
                "ncclReduce");
}
int bcast(const A& a) {
  const Communicator& comm = nccl::communicator(a.comm);
  return finish(comm, api().broadcast(a.recv, a.recv, count_of(a), type_of(a), kRoot, comm.handle, comm.stream.handle()),
                "ncclBroadcast");
}
int allgather(const A& a) {
  const Communicator& comm = nccl::communicator(a.comm);
  return finish(comm, api().all_gather(a.send, a.recv, count_of(a), type_of(a), comm.handle, comm.stream.handle()),
                "ncclAllGather");
}
int reduce_scatter_block(const A& a) {
  const Communicator& comm = nccl::communicator(a.comm);
  return finish(comm,
                api().reduce_scatter(a.send, a.recv, static_cast<std::size_t>(a.parts[0]), type_of(a), nccl::kSum, comm.handle,
                                     comm.stream.handle()),
                "ncclReduceScatter");
}

// Makes sends and receives as one group, the form that every version supports. Elements of such cases are bytes.
class Group {
 public:
  explicit Group(const A& a) : a_(a), comm_(nccl::communicator(a.comm)) { must(api().group_start(), "ncclGroupStart"); }

  [[nodiscard]] const Communicator& comm() const { return comm_; }
  void send(int item, int peer) {
    const char* from = static_cast<const char*>(a_.send) + static_cast<std::size_t>(item) * count_of(a_);
    must(api().send(from, count_of(a_), nccl::kInt8, peer, comm_.handle, comm_.stream.handle()), "ncclSend");
  }
  void receive(int item, int peer) {
    char* to = static_cast<char*>(a_.recv) + static_cast<std::size_t>(item) * count_of(a_);
    must(api().recv(to, count_of(a_), nccl::kInt8, peer, comm_.handle, comm_.stream.handle()), "ncclRecv");
  }
  int end() { return finish(comm_, api().group_end(), "ncclGroupEnd"); }

 private:
  const A& a_;
  const Communicator& comm_;
};

int alltoall(const A& a) {
  Group group(a);
  for (int peer = 0; peer < group.comm().size; ++peer) {
    group.send(peer, peer);
    group.receive(peer, peer);
  }
  return group.end();
}
int gather(const A& a) {
  Group group(a);
  group.send(0, kRoot);
  for (int peer = 0; group.comm().rank == kRoot && peer < group.comm().size; ++peer) group.receive(peer, peer);
  return group.end();
}
int scatter(const A& a) {
  Group group(a);
  for (int peer = 0; group.comm().rank == kRoot && peer < group.comm().size; ++peer) group.send(peer, peer);
  group.receive(0, kRoot);
  return group.end();
}

}  // namespace

const std::vector<Coll>& colls() {
  static const std::vector<Coll> all = {
      {"allreduce", "ncclAllReduce", Flow::kAllreduce, false, allreduce},
      {"reduce", "ncclReduce", Flow::kReduce, false, reduce},
      {"bcast", "ncclBroadcast", Flow::kBcast, false, bcast},
      {"allgather", "ncclAllGather", Flow::kAllgather, false, allgather},
      {"reduce_scatter_block", "ncclReduceScatter", Flow::kScatterSum, true, reduce_scatter_block},
      {"alltoall", "ncclSend and ncclRecv", Flow::kAlltoall, false, alltoall},
      {"gather", "ncclSend and ncclRecv", Flow::kGather, false, gather},
      {"scatter", "ncclSend and ncclRecv", Flow::kScatter, false, scatter},
  };
  return all;
}

}  // namespace bench
