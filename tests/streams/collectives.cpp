// Collectives on streams.
#include <string>

#include "scenarios.hpp"

namespace penstock::test {
namespace {

// A rank's buffers: `count` numbers for each rank.
struct Buffers {
  Buffers(const StreamJob& job, std::size_t count)
      : part(count), send(count * static_cast<std::size_t>(job.size)), recv(count * static_cast<std::size_t>(job.size)) {}
  std::size_t part;
  Numbers send;
  Numbers recv;
};

int sum_of_ranks(const StreamJob& job) {
  return job.size * (job.size - 1) / 2;
}

// True if recv[from, from + count) is value, value + step, ...
bool is(const Numbers& numbers, std::size_t from, std::size_t count, int value, int step) {
  for (std::size_t i = 0; i < count; ++i) {
    if (numbers.host()[from + i] != value + step * static_cast<int>(i)) return false;
  }
  return true;
}

template <typename Call>
void run(const OnStream& on, const Buffers& the, const StreamJob& job, int round, const Call& call) {
  the.send.fill(round + job.rank);
  the.recv.fill(-1000);
  the.send.to_device(on);
  the.recv.to_device(on);
  MUST(call());
  the.recv.to_host(on);
  on.wait();
}

void reductions(StreamJob& job, const OnStream& on, const Buffers& the, int round) {
  const int count = static_cast<int>(the.part);
  const int n = job.size;
  const int base = n * round + sum_of_ranks(job);
  const std::string what = " of " + std::to_string(count) + " in round " + std::to_string(round);
  run(on, the, job, round,
      [&] { return MPIX_Allreduce_enqueue(the.send.device(), the.recv.device(), count, MPI_INT, MPI_SUM, on.comm()); });
  check(job, is(the.recv, 0, the.part, base, n), "Allreduce" + what);
  run(on, the, job, round,
      [&] { return MPIX_Reduce_enqueue(the.send.device(), the.recv.device(), count, MPI_INT, MPI_SUM, n - 1, on.comm()); });
  check(job, job.rank != n - 1 || is(the.recv, 0, the.part, base, n), "Reduce" + what);
  run(on, the, job, round, [&] {
    return MPIX_Reduce_scatter_block_enqueue(the.send.device(), the.recv.device(), count, MPI_INT, MPI_SUM, on.comm());
  });
  check(job, is(the.recv, 0, the.part, base + n * job.rank * count, n), "Reduce_scatter_block" + what);
  const std::vector<int> counts(static_cast<std::size_t>(n), count);
  run(on, the, job, round, [&] {
    return MPIX_Reduce_scatter_enqueue(the.send.device(), the.recv.device(), counts.data(), MPI_INT, MPI_SUM, on.comm());
  });
  check(job, is(the.recv, 0, the.part, base + n * job.rank * count, n), "Reduce_scatter" + what);
  run(on, the, job, round,
      [&] { return MPIX_Scan_enqueue(the.send.device(), the.recv.device(), count, MPI_INT, MPI_SUM, on.comm()); });
  const int up = (job.rank + 1) * round + job.rank * (job.rank + 1) / 2;
  check(job, is(the.recv, 0, the.part, up, job.rank + 1), "Scan" + what);
  run(on, the, job, round,
      [&] { return MPIX_Exscan_enqueue(the.send.device(), the.recv.device(), count, MPI_INT, MPI_SUM, on.comm()); });
  const int below = job.rank * round + job.rank * (job.rank - 1) / 2;
  check(job, job.rank == 0 || is(the.recv, 0, the.part, below, job.rank), "Exscan" + what);
}

void movements(StreamJob& job, const OnStream& on, const Buffers& the, int round) {
  const int count = static_cast<int>(the.part);
  const std::string what = " of " + std::to_string(count) + " in round " + std::to_string(round);
  std::vector<int> counts(static_cast<std::size_t>(job.size), count);
  std::vector<int> places(static_cast<std::size_t>(job.size));
  for (int i = 0; i < job.size; ++i) places[static_cast<std::size_t>(i)] = i * count;
  const auto from_each = [&](int offset) {
    bool good = true;
    for (int i = 0; i < job.size; ++i) {
      good = good && is(the.recv, static_cast<std::size_t>(i) * the.part, the.part, round + i + offset, 1);
    }
    return good;
  };
  run(on, the, job, round,
      [&] { return MPIX_Allgather_enqueue(the.send.device(), count, MPI_INT, the.recv.device(), count, MPI_INT, on.comm()); });
  check(job, from_each(0), "Allgather" + what);
  run(on, the, job, round, [&] {
    return MPIX_Allgatherv_enqueue(the.send.device(), count, MPI_INT, the.recv.device(), counts.data(), places.data(), MPI_INT,
                                   on.comm());
  });
  check(job, from_each(0), "Allgatherv" + what);
  run(on, the, job, round,
      [&] { return MPIX_Gather_enqueue(the.send.device(), count, MPI_INT, the.recv.device(), count, MPI_INT, 0, on.comm()); });
  check(job, job.rank != 0 || from_each(0), "Gather" + what);
  run(on, the, job, round, [&] {
    return MPIX_Gatherv_enqueue(the.send.device(), count, MPI_INT, the.recv.device(), counts.data(), places.data(), MPI_INT, 0,
                                on.comm());
  });
  check(job, job.rank != 0 || from_each(0), "Gatherv" + what);
  run(on, the, job, round,
      [&] { return MPIX_Alltoall_enqueue(the.send.device(), count, MPI_INT, the.recv.device(), count, MPI_INT, on.comm()); });
  check(job, from_each(job.rank * count), "Alltoall" + what);
  run(on, the, job, round, [&] {
    return MPIX_Alltoallv_enqueue(the.send.device(), counts.data(), places.data(), MPI_INT, the.recv.device(), counts.data(),
                                  places.data(), MPI_INT, on.comm());
  });
  check(job, from_each(job.rank * count), "Alltoallv" + what);
  std::vector<int> bytes(places);
  for (int& place : bytes) place *= static_cast<int>(sizeof(int));
  const std::vector<MPI_Datatype> types(static_cast<std::size_t>(job.size), MPI_INT);
  run(on, the, job, round, [&] {
    return MPIX_Alltoallw_enqueue(the.send.device(), counts.data(), bytes.data(), types.data(), the.recv.device(),
                                  counts.data(), bytes.data(), types.data(), on.comm());
  });
  check(job, from_each(job.rank * count), "Alltoallw" + what);
  run(on, the, job, round,
      [&] { return MPIX_Scatter_enqueue(the.send.device(), count, MPI_INT, the.recv.device(), count, MPI_INT, 0, on.comm()); });
  check(job, is(the.recv, 0, the.part, round + job.rank * count, 1), "Scatter" + what);
  run(on, the, job, round, [&] {
    return MPIX_Scatterv_enqueue(the.send.device(), counts.data(), places.data(), MPI_INT, the.recv.device(), count, MPI_INT, 0,
                                 on.comm());
  });
  check(job, is(the.recv, 0, the.part, round + job.rank * count, 1), "Scatterv" + what);
  run(on, the, job, round, [&] {
    const int result = MPIX_Barrier_enqueue(on.comm());
    return result == MPI_SUCCESS ? MPIX_Bcast_enqueue(the.send.device(), count, MPI_INT, 0, on.comm()) : result;
  });
  the.send.to_host(on);
  on.wait();
  check(job, is(the.send, 0, the.part, round, 1), "Bcast" + what);
}

}  // namespace

void every_collective(StreamJob& job) {
  const OnStream on;
  for (const std::size_t count : {std::size_t{1}, std::size_t{700}, std::size_t{40'000}}) {
    const Buffers the(job, count);
    for (int round = 0; round < 3; ++round) {
      reductions(job, on, the, round);
      movements(job, on, the, round);
    }
  }
}

// Two communicators on two streams: ranks make many calls in opposite order before any of them waits.
void opposite_order(StreamJob& job) {
  const OnStream first;
  const OnStream second;
  constexpr int kRounds = 30;
  const Numbers a(500);
  const Numbers b(500);
  a.fill(job.rank);
  b.fill(job.rank);
  a.to_device(first);
  b.to_device(second);
  const auto sum = [](const Numbers& numbers, const OnStream& on) {
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, numbers.device(), numbers.count(), MPI_INT, MPI_MAX, on.comm()));
  };
  for (int i = 0; i < kRounds; ++i) {
    sum(job.rank % 2 == 0 ? a : b, job.rank % 2 == 0 ? first : second);
    sum(job.rank % 2 == 0 ? b : a, job.rank % 2 == 0 ? second : first);
  }
  a.to_host(first);
  b.to_host(second);
  first.wait();
  second.wait();
  check(job, a.holds(job.size - 1) && b.holds(job.size - 1), "two communicators in opposite order: wrong data");
}

// The others are in a collective while the stream of its last member is late; their hosts, and their messages, continue.
void late_rank(StreamJob& job) {
  OnStream on;
  const Numbers numbers(9000);
  numbers.fill(job.rank);
  const bool late = job.rank == job.size - 1;
  if (late) on.close_gate();
  numbers.to_device(on);
  MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, numbers.device(), numbers.count(), MPI_INT, MPI_MAX, on.comm()));
  numbers.to_host(on);
  int got = -1;
  for (int i = 0; i < 50; ++i) {
    MUST(MPI_Sendrecv(&i, 1, MPI_INT, job.next(), 1, &got, 1, MPI_INT, job.before(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  }
  check(job, got == 49, "messages beside a collective that waits");
  if (late) on.open_gate();
  on.wait();
  check(job, numbers.holds(job.size - 1), "a collective with a late stream: wrong data");
}

// Ordinary collectives of the same communicator form a separate sequence.
void beside_ordinary_calls(StreamJob& job) {
  OnStream on;
  const Numbers numbers(100);
  for (int round = 0; round < 10; ++round) {
    numbers.fill(job.rank + round);
    if (job.rank == 0) on.close_gate();
    numbers.to_device(on);
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, numbers.device(), numbers.count(), MPI_INT, MPI_MAX, on.comm()));
    numbers.to_host(on);
    int sum = 0;
    MUST(MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, on.comm()));
    check(job, sum == sum_of_ranks(job), "an ordinary collective beside one on the stream");
    if (job.rank == 0) on.open_gate();
    on.wait();
    check(job, numbers.holds(job.size - 1 + round), "a collective beside ordinary ones: wrong data");
  }
}

}  // namespace penstock::test
