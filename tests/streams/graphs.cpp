// Communication that is captured into CUDA graphs and replayed with changing data, in all capture modes, over several streams.
#include <functional>
#include <string>

#include "graph.hpp"
#include "scenarios.hpp"

namespace penstock::test {
namespace {

constexpr penstock_gpu_capture kModes[] = {PENSTOCK_GPU_CAPTURE_GLOBAL, PENSTOCK_GPU_CAPTURE_THREAD,
                                           PENSTOCK_GPU_CAPTURE_RELAXED};

// Numbers that this rank sends to all, and the results.
struct Sides {
  Sides(const StreamJob& job, std::size_t count)
      : part(count), out(count * static_cast<std::size_t>(job.size)), in(count * static_cast<std::size_t>(job.size)) {}
  [[nodiscard]] int count() const { return static_cast<int>(part); }
  std::size_t part;
  Numbers out;
  Numbers in;
};

// True if in[from, from + count) is first, first + step, ...
bool is(const Numbers& in, std::size_t from, std::size_t count, int first, int step) {
  for (std::size_t i = 0; i < count; ++i) {
    if (in.host()[from + i] != first + step * static_cast<int>(i)) return false;
  }
  return true;
}

// Captures the call between copies of the data, and replays the graph with other data each time.
void replay(StreamJob& job, const OnStream& on, const Sides& the, const std::string& what, const Calls& call,
            const std::function<bool(int round)>& right) {
  const Graph graph(on, kModes[static_cast<std::size_t>(job.checks) % 3], [&] {
    the.out.to_device(on);
    the.in.to_device(on);
    call();
    the.in.to_host(on);
  });
  for (int round = 0; round < job.replays; ++round) {
    the.out.fill(1000 * round + job.rank);
    the.in.fill(-7);
    graph.launch(on);
    on.wait();
    check(job, right(round), what + " in replay " + std::to_string(round));
  }
}

void messages(StreamJob& job, const OnStream& on, const Sides& the) {
  const int all = the.out.count();
  const auto from_before = [&](int round) { return the.in.holds(1000 * round + job.before()); };
  replay(
      job, on, the, "captured Sendrecv",
      [&] {
        MUST(MPIX_Sendrecv_enqueue(the.out.device(), all, MPI_INT, job.next(), 1, the.in.device(), all, MPI_INT, job.before(),
                                   1, on.comm(), MPI_STATUS_IGNORE));
      },
      from_before);
  replay(
      job, on, the, "captured Isend, Irecv and Waitall",
      [&] {
        MPI_Request requests[2];
        MUST(MPIX_Irecv_enqueue(the.in.device(), all, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, on.comm(), &requests[0]));
        MUST(MPIX_Isend_enqueue(the.out.device(), all, MPI_INT, job.next(), 2, on.comm(), &requests[1]));
        MUST(MPIX_Waitall_enqueue(2, requests, MPI_STATUSES_IGNORE));
        check(job, requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, "captured Waitall leaves requests");
      },
      from_before);
  replay(
      job, on, the, "captured Isend, Recv and Wait",
      [&] {
        MPI_Request request = MPI_REQUEST_NULL;
        MUST(MPIX_Isend_enqueue(the.out.host(), all, MPI_INT, job.next(), 3, on.comm(), &request));
        MUST(MPIX_Recv_enqueue(the.in.device(), all, MPI_INT, job.before(), 3, on.comm(), MPI_STATUS_IGNORE));
        MUST(MPIX_Wait_enqueue(&request, MPI_STATUS_IGNORE));
        MUST(MPIX_Send_enqueue(the.out.device(), 1, MPI_INT, MPI_PROC_NULL, 3, on.comm()));
      },
      from_before);
}

void movements(StreamJob& job, const OnStream& on, const Sides& the) {
  const int count = the.count();
  const int n = job.size;
  std::vector<int> counts(static_cast<std::size_t>(n), count);
  std::vector<int> places(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) places[static_cast<std::size_t>(i)] = i * count;
  std::vector<int> bytes(places);
  for (int& place : bytes) place *= static_cast<int>(sizeof(int));
  std::vector<MPI_Datatype> types(static_cast<std::size_t>(n), MPI_INT);
  int* const out = the.out.device();
  int* const in = the.in.device();
  const auto of_each = [&](int offset) {
    return [&, offset](int round) {
      bool good = true;
      for (int i = 0; i < n; ++i) {
        good = good && is(the.in, static_cast<std::size_t>(i) * the.part, the.part, 1000 * round + i + offset, 1);
      }
      return good;
    };
  };
  const auto at_root = [&](const std::function<bool(int)>& right) {
    return [&job, right](int round) { return job.rank != 0 || right(round); };
  };
  const auto own_part = [&](int round) { return is(the.in, 0, the.part, 1000 * round + job.rank * count, 1); };
  replay(
      job, on, the, "captured Allgather",
      [&] { MUST(MPIX_Allgather_enqueue(out, count, MPI_INT, in, count, MPI_INT, on.comm())); }, of_each(0));
  replay(
      job, on, the, "captured Allgatherv",
      [&] { MUST(MPIX_Allgatherv_enqueue(out, count, MPI_INT, in, counts.data(), places.data(), MPI_INT, on.comm())); },
      of_each(0));
  replay(
      job, on, the, "captured Gather",
      [&] { MUST(MPIX_Gather_enqueue(out, count, MPI_INT, in, count, MPI_INT, 0, on.comm())); }, at_root(of_each(0)));
  replay(
      job, on, the, "captured Gatherv",
      [&] { MUST(MPIX_Gatherv_enqueue(out, count, MPI_INT, in, counts.data(), places.data(), MPI_INT, 0, on.comm())); },
      at_root(of_each(0)));
  replay(
      job, on, the, "captured Alltoall",
      [&] { MUST(MPIX_Alltoall_enqueue(out, count, MPI_INT, in, count, MPI_INT, on.comm())); }, of_each(job.rank * count));
  // The arrays need not live as long as the graph.
  const auto alltoallv = [&] {
    const std::vector<int> own_counts(counts);
    const std::vector<int> own_places(places);
    MUST(MPIX_Alltoallv_enqueue(out, own_counts.data(), own_places.data(), MPI_INT, in, own_counts.data(), own_places.data(),
                                MPI_INT, on.comm()));
  };
  replay(job, on, the, "captured Alltoallv", alltoallv, of_each(job.rank * count));
  replay(
      job, on, the, "captured Alltoallw",
      [&] {
        MUST(MPIX_Alltoallw_enqueue(out, counts.data(), bytes.data(), types.data(), in, counts.data(), bytes.data(),
                                    types.data(), on.comm()));
      },
      of_each(job.rank * count));
  replay(
      job, on, the, "captured Scatter",
      [&] { MUST(MPIX_Scatter_enqueue(out, count, MPI_INT, in, count, MPI_INT, 0, on.comm())); }, own_part);
  replay(
      job, on, the, "captured Scatterv",
      [&] { MUST(MPIX_Scatterv_enqueue(out, counts.data(), places.data(), MPI_INT, in, count, MPI_INT, 0, on.comm())); },
      own_part);
  replay(
      job, on, the, "captured Barrier and Bcast",
      [&] {
        MUST(MPIX_Barrier_enqueue(on.comm()));
        on.copy(in, out, the.out.bytes());
        MUST(MPIX_Bcast_enqueue(in, the.in.count(), MPI_INT, n - 1, on.comm()));
      },
      [&](int round) { return the.in.holds(1000 * round + n - 1); });
}

void reductions(StreamJob& job, const OnStream& on, const Sides& the) {
  const int count = the.count();
  const int n = job.size;
  const int r = job.rank;
  int* const out = the.out.device();
  int* const in = the.in.device();
  const auto sum = [&](int offset) {
    return [&, offset](int round) { return is(the.in, 0, the.part, n * (1000 * round + offset) + n * (n - 1) / 2, n); };
  };
  replay(
      job, on, the, "captured Allreduce", [&] { MUST(MPIX_Allreduce_enqueue(out, in, count, MPI_INT, MPI_SUM, on.comm())); },
      sum(0));
  replay(
      job, on, the, "captured Allreduce in place",
      [&] {
        on.copy(in, out, the.out.bytes());
        MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, in, count, MPI_INT, MPI_SUM, on.comm()));
      },
      sum(0));
  replay(
      job, on, the, "captured Reduce", [&] { MUST(MPIX_Reduce_enqueue(out, in, count, MPI_INT, MPI_SUM, n - 1, on.comm())); },
      [&](int round) { return r != n - 1 || sum(0)(round); });
  replay(
      job, on, the, "captured Reduce_scatter_block",
      [&] { MUST(MPIX_Reduce_scatter_block_enqueue(out, in, count, MPI_INT, MPI_SUM, on.comm())); }, sum(r * count));
  const std::vector<int> counts(static_cast<std::size_t>(n), count);
  replay(
      job, on, the, "captured Reduce_scatter",
      [&] { MUST(MPIX_Reduce_scatter_enqueue(out, in, counts.data(), MPI_INT, MPI_SUM, on.comm())); }, sum(r * count));
  replay(
      job, on, the, "captured Scan", [&] { MUST(MPIX_Scan_enqueue(out, in, count, MPI_INT, MPI_SUM, on.comm())); },
      [&](int round) { return is(the.in, 0, the.part, (r + 1) * 1000 * round + r * (r + 1) / 2, r + 1); });
  replay(
      job, on, the, "captured Exscan", [&] { MUST(MPIX_Exscan_enqueue(out, in, count, MPI_INT, MPI_SUM, on.comm())); },
      [&](int round) { return r == 0 || is(the.in, 0, the.part, r * 1000 * round + r * (r - 1) / 2, r); });
}

}  // namespace

// Every call is captured, with the work that is enqueued between them.
void captured_calls(StreamJob& job) {
  const OnStream on;
  for (const std::size_t count : {std::size_t{2}, std::size_t{3000}}) {
    const Sides the(job, count);
    messages(job, on, the);
    movements(job, on, the);
    reductions(job, on, the);
  }
}

// Graphs are replayed in a row without waiting, between calls that are not captured; captured sends match ordinary receives.
void mixed_with_graphs(StreamJob& job) {
  const OnStream on;
  const Numbers a(500);
  const Numbers b(500);
  a.fill(job.rank);
  a.to_device(on);
  const Graph ring(on, PENSTOCK_GPU_CAPTURE_GLOBAL, [&] {
    MUST(MPIX_Sendrecv_enqueue(a.device(), a.count(), MPI_INT, job.next(), 1, b.device(), b.count(), MPI_INT, job.before(), 1,
                               on.comm(), MPI_STATUS_IGNORE));
    on.copy(a.device(), b.device(), a.bytes());
  });
  const Graph sum(on, PENSTOCK_GPU_CAPTURE_RELAXED,
                  [&] { MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, b.device(), b.count(), MPI_INT, MPI_MAX, on.comm())); });
  for (int i = 0; i < job.replays; ++i) {
    for (int hop = 0; hop < job.size; ++hop) ring.launch(on);
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, b.device(), b.count(), MPI_INT, MPI_MIN, on.comm()));
    sum.launch(on);
  }
  a.to_host(on);
  b.to_host(on);
  on.wait();
  check(job, a.holds(job.rank), "a ring of replays: wrong data");
  check(job, b.holds(0), "collectives in and beside graphs: wrong data");
  const Graph send(on, PENSTOCK_GPU_CAPTURE_THREAD,
                   [&] { MUST(MPIX_Send_enqueue(a.device(), a.count(), MPI_INT, job.next(), 5, on.comm())); });
  for (int i = 0; i < 3; ++i) {
    a.fill(10 * i + job.rank);
    a.to_device(on);
    send.launch(on);
    MPI_Status status;
    MUST(MPI_Recv(b.host(), b.count(), MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, on.comm(), &status));
    check(job, b.holds(10 * i + job.before()) && status.MPI_TAG == 5, "a captured send to an ordinary receive");
    on.wait();
  }
}

// Two streams take part in one capture, which forks and joins.
void forked_capture(StreamJob& job) {
  const OnStream first;
  const OnStream second;
  const Numbers a(400);
  const Numbers b(400);
  const auto sum = [](const Numbers& numbers, const OnStream& on) {
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, numbers.device(), numbers.count(), MPI_INT, MPI_MAX, on.comm()));
  };
  const bool even = job.rank % 2 == 0;
  const Graph graph(first, PENSTOCK_GPU_CAPTURE_GLOBAL, [&] {
    need(penstock_gpu_stream_follow(second.stream(), first.stream()), "forking a capture");
    a.to_device(first);
    b.to_device(second);
    sum(even ? a : b, even ? first : second);
    sum(even ? b : a, even ? second : first);
    a.to_host(first);
    b.to_host(second);
    need(penstock_gpu_stream_follow(first.stream(), second.stream()), "joining a capture");
  });
  for (int i = 0; i < job.replays; ++i) {
    a.fill(100 * i + job.rank);
    b.fill(-100 * i + job.rank);
    graph.launch(first);
    first.wait();
    check(job, a.holds(100 * i + job.size - 1) && b.holds(-100 * i + job.size - 1), "a forked capture: wrong data");
  }
}

// A call that cannot be captured is refused, and the capture stays valid; objects are freed while the graph lives.
void captured_objects(StreamJob& job) {
  const Numbers a(50);
  OnStream on;
  MPI_Request outside = MPI_REQUEST_NULL;
  MPI_Request inside = MPI_REQUEST_NULL;
  MPI_Status status;
  MUST(MPIX_Irecv_enqueue(a.host(), a.count(), MPI_INT, job.before(), 1, on.comm(), &outside));
  Graph graph(on, PENSTOCK_GPU_CAPTURE_GLOBAL, [&] {
    check_error(job, MPIX_Recv_enqueue(a.device(), 1, MPI_INT, job.rank, 1, on.comm(), &status), MPI_ERR_UNSUPPORTED_OPERATION,
                "pass MPI_STATUS_IGNORE", "a captured receive with a status");
    check_error(job, MPIX_Wait_enqueue(&outside, MPI_STATUS_IGNORE), MPI_ERR_REQUEST, "outside of the capture",
                "a captured wait for what is not captured");
    a.to_device(on);
    MUST(MPIX_Isend_enqueue(a.device(), a.count(), MPI_INT, job.next(), 7, on.comm(), &inside));
    MUST(MPIX_Recv_enqueue(a.host(), a.count(), MPI_INT, job.before(), 7, on.comm(), MPI_STATUS_IGNORE));
    MUST(MPIX_Wait_enqueue(&inside, MPI_STATUS_IGNORE));
  });
  const Graph never_launched(on, PENSTOCK_GPU_CAPTURE_THREAD,
                             [&] { MUST(MPIX_Isend_enqueue(a.device(), 1, MPI_INT, job.next(), 7, on.comm(), &inside)); });
  check_error(job, MPIX_Wait_enqueue(&inside, MPI_STATUS_IGNORE), MPI_ERR_REQUEST, "only that can wait",
              "a wait after the capture");
  check_error(job, MPI_Wait(&inside, MPI_STATUS_IGNORE), MPI_ERR_REQUEST, "in the same capture",
              "MPI_Wait of a captured request");
  a.fill(job.rank);
  MUST(MPI_Send(a.host(), a.count(), MPI_INT, job.next(), 1, on.comm()));
  MUST(MPIX_Wait_enqueue(&outside, MPI_STATUS_IGNORE));
  on.wait();
  on.free_objects();
  a.fill(job.rank);
  graph.launch(on);
  on.wait();
  check(job, a.holds(job.before()), "a graph that outlives its communicator: wrong data");
}

}  // namespace penstock::test
