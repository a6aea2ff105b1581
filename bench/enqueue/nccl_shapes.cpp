#include "nccl_shapes.hpp"

#include "mpi_call.hpp"
#include "nccl/nccl.hpp"

namespace bench::enqueue {
namespace {

constexpr int kTogether = 10;    // allreduces in a graph
constexpr nccl::Type kWord = 5;  // ncclUint64

const nccl::Api& api() {
  return nccl::api();
}

void put_sum(GpuRank& the, nccl::Handle comm) {
  nccl::must(api().all_reduce(the.words(), the.words(), 1, kWord, nccl::kSum, comm, the.stream()), "ncclAllReduce");
}

void send(GpuRank& the, nccl::Handle comm) {
  the.launch();
  nccl::must(api().send(the.words(), 1, kWord, the.peer(), comm, the.stream()), "ncclSend");
}

void receive(GpuRank& the, nccl::Handle comm) {
  nccl::must(api().recv(the.words(), 1, kWord, the.peer(), comm, the.stream()), "ncclRecv");
  the.launch();
}

void put_hops(GpuRank& the, nccl::Handle comm) {
  if (the.rank() == 0) send(the, comm);
  receive(the, comm);
  if (the.rank() == 1) send(the, comm);
}

// NCCL initialises at its first call, so that call is made outside of a capture.
nccl::Handle warm_communicator(GpuRank& the) {
  const nccl::Handle comm = nccl::communicator(MPI_COMM_WORLD).handle;
  put_sum(the, comm);
  put_hops(the, comm);
  the.synchronize();
  return comm;
}

void add(GpuRank& the, std::vector<Shape>* shapes) {
  const nccl::Handle comm = warm_communicator(the);
  const penstock_gpu_graph hops = the.capture([&] { put_hops(the, comm); });
  const penstock_gpu_graph sums = the.capture([&] {
    for (int i = 0; i < kTogether; ++i) put_sum(the, comm);
  });
  const auto times = [&the](int count, int divided, const std::function<void()>& put) {
    for (int i = 0; i < count; ++i) put();
    the.synchronize();
    return count * divided;
  };
  const auto same = [&the] { return the.word() == 77; };
  shapes->push_back({"hop by NCCL", [=, &the](int n) { return times(n, 2, [&] { put_hops(the, comm); }); }, same, true});
  shapes->push_back({"hop by NCCL in a graph", [=, &the](int n) { return times(n, 2, [&] { the.launch(hops); }); }, same});
  shapes->push_back({"allreduce by NCCL", [=, &the](int n) { return times(n, 1, [&] { put_sum(the, comm); }); }, {}, true});
  shapes->push_back({"... by NCCL in a graph", [=, &the](int n) {
                       return times((n + kTogether - 1) / kTogether, kTogether, [&] { the.launch(sums); });
                     }});
}

}  // namespace

void add_nccl_shapes(GpuRank& the, std::vector<Shape>* shapes) {
  try {
    add(the, shapes);
  } catch (const Failure& failure) {
    give_up("NCCL", failure.what());
  }
}

}  // namespace bench::enqueue
