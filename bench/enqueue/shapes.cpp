#include "shapes.hpp"

#include <array>

namespace bench::enqueue {
namespace {

constexpr int kTag = 1;
constexpr int kTogether = 10;      // allreduces in a graph
constexpr int kHopsOfKernel = 10;  // their time is about that of one kernel on the second stream

void send(GpuRank& the) {
  must(MPIX_Send_enqueue(the.words(), 1, MPI_UINT64_T, the.peer(), kTag, the.comm()), "MPIX_Send_enqueue");
}

void receive(GpuRank& the) {
  must(MPIX_Recv_enqueue(the.words(), 1, MPI_UINT64_T, the.peer(), kTag, the.comm(), MPI_STATUS_IGNORE), "MPIX_Recv_enqueue");
}

// Puts a round trip on the stream: each rank has a kernel in front of its send and another behind its receive.
void put_hops(GpuRank& the) {
  if (the.rank() == 0) the.launch(), send(the);
  receive(the);
  the.launch();
  if (the.rank() == 0) return;
  the.launch();
  send(the);
}

int kernels(GpuRank& the, int iterations) {
  for (int i = 0; i < 2 * iterations; ++i) the.launch();
  the.synchronize();
  return iterations;
}

int hop_by_hand(GpuRank& the, int iterations) {
  const auto send_now = [&] {
    the.launch();
    the.synchronize();
    must(MPI_Send(the.words(), 1, MPI_UINT64_T, the.peer(), kTag, MPI_COMM_WORLD), "MPI_Send");
  };
  for (int i = 0; i < iterations; ++i) {
    if (the.rank() == 0) send_now();
    must(MPI_Recv(the.words(), 1, MPI_UINT64_T, the.peer(), kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
    the.launch();
    if (the.rank() == 1) send_now();
  }
  the.synchronize();
  return 2 * iterations;
}

int hop_enqueued(GpuRank& the, int iterations) {
  for (int i = 0; i < iterations; ++i) put_hops(the);
  the.synchronize();
  return 2 * iterations;
}

// Measures two unrelated streams: kernels on one, and beside them hops on the other.
int kernels_aside(GpuRank& the, int iterations) {
  for (int i = 0; i < 2 * iterations; i += kHopsOfKernel) the.launch_aside();
  the.synchronize_aside();
  return 2 * iterations;
}

int hops_beside(GpuRank& the, int iterations) {
  for (int i = 0; i < 2 * iterations; i += kHopsOfKernel) the.launch_aside();
  const int hops = hop_enqueued(the, iterations);
  the.synchronize_aside();
  return hops;
}

int launch_graph(GpuRank& the, penstock_gpu_graph graph, int times) {
  for (int i = 0; i < times; ++i) the.launch(graph);
  the.synchronize();
  return times;
}

int launches(GpuRank& the) {
  for (int i = 0; i < GpuRank::kWords; ++i) the.launch();
  the.synchronize();
  return GpuRank::kWords;
}

int small_sends(GpuRank& the) {
  std::array<MPI_Request, GpuRank::kWords> requests;
  for (int i = 0; i < GpuRank::kWords; ++i) {
    std::uint64_t* const word = the.words() + i;
    const auto at = static_cast<std::size_t>(i);
    if (the.rank() == 0) {
      must(MPIX_Isend_enqueue(word, 1, MPI_UINT64_T, 1, kTag, the.comm(), &requests[at]), "MPIX_Isend_enqueue");
    } else {
      must(MPIX_Irecv_enqueue(word, 1, MPI_UINT64_T, 0, kTag, the.comm(), &requests[at]), "MPIX_Irecv_enqueue");
    }
  }
  must(MPIX_Waitall_enqueue(GpuRank::kWords, requests.data(), MPI_STATUSES_IGNORE), "MPIX_Waitall_enqueue");
  the.synchronize();
  return GpuRank::kWords;
}

int sums_by_hand(GpuRank& the, int iterations) {
  for (int i = 0; i < iterations; ++i) {
    must(MPI_Allreduce(MPI_IN_PLACE, the.words(), 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
    the.synchronize();
  }
  return iterations;
}

void put_sums(GpuRank& the, int count) {
  for (int i = 0; i < count; ++i) {
    must(MPIX_Allreduce_enqueue(MPI_IN_PLACE, the.words(), 1, MPI_UINT64_T, MPI_SUM, the.comm()), "MPIX_Allreduce_enqueue");
  }
}

int sums_enqueued(GpuRank& the, int iterations) {
  put_sums(the, iterations);
  the.synchronize();
  return iterations;
}

}  // namespace

// Hops leave rank 0's word on both ranks. Sums of n steps double the word n times, so that 0 stays 0
// and only the hops are checked.
std::vector<Shape> make_shapes(GpuRank& the) {
  const penstock_gpu_graph hops = the.capture([&] { put_hops(the); });
  const penstock_gpu_graph sums = the.capture([&] { put_sums(the, kTogether); });
  const auto same = [&the] { return the.word() == 77; };
  return {
      {"kernels", [&the](int n) { return kernels(the, n); }, {}, true},
      {"hop by hand", [&the](int n) { return hop_by_hand(the, n); }, same},
      {"hop enqueued", [&the](int n) { return hop_enqueued(the, n); }, same, true},
      {"kernels aside", [&the](int n) { return kernels_aside(the, n); }},
      {"hops beside those", [&the](int n) { return hops_beside(the, n); }, same},
      {"hop in a graph", [&the, hops](int n) { return 2 * launch_graph(the, hops, n); }, same},
      {"launch", [&the](int) { return launches(the); }, {}, true},
      {"small send", [&the](int) { return small_sends(the); }, same, true},
      {"allreduce by hand", [&the](int n) { return sums_by_hand(the, n); }},
      {"allreduce enqueued", [&the](int n) { return sums_enqueued(the, n); }, {}, true},
      {"allreduce in a graph",
       [&the, sums](int n) { return kTogether * launch_graph(the, sums, (n + kTogether - 1) / kTogether); }},
  };
}

}  // namespace bench::enqueue
