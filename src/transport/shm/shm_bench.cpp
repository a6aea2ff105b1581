// Latency and bandwidth of the shared-memory transport between two processes, each on its own core:
//   shm_bench [ITERATIONS]
// Columns: bytes; half round trip of a message; bandwidth of a window of messages; of memcpy; of get (single copy).
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "transport/shm/shm.hpp"
#include "transport/testing/job.hpp"
#include "transport/testing/no_gpu.hpp"

namespace {

using namespace penstock;
using namespace penstock::transport;
using namespace penstock::transport::testing;

constexpr std::size_t kHeader = 32;
std::byte g_header[kHeader];

// Receiver takes the bytes out of the cell, as a protocol does.
struct Receiver final : Sink {
  void lost(int, Status&&) override {}
  explicit Receiver(std::size_t bytes) : buffer(bytes + 1) {}
  void deliver(int, std::span<const std::byte>, std::span<const std::byte> payload) override {
    if (!payload.empty()) std::memcpy(buffer.data(), payload.data(), payload.size());
    ++count;
  }
  std::vector<std::byte> buffer;
  std::uint64_t count = 0;
};

void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) std::perror("sched_setaffinity");
}

void await(Transport& transport, Receiver& receiver, std::uint64_t count) {
  int delivered = 0;
  while (receiver.count < count) {
    if (!transport.progress(receiver, &delivered).is_ok()) std::abort();
  }
}

void post(Transport& transport, int peer, std::span<const std::byte> payload) {
  Status why;
  Outcome outcome = Outcome::kFull;
  while ((outcome = transport.send(peer, {g_header, kHeader}, payload, &why)) == Outcome::kFull) {
  }
  if (outcome == Outcome::kError) std::abort();
}

double half_round_trip_us(const Rank& me, std::size_t bytes, int iterations) {
  Receiver receiver(bytes);
  const std::vector<std::byte> payload(bytes);
  std::vector<double> runs;
  std::uint64_t expected = 0;
  for (int run = 0; run < 5; ++run) {
    me.barrier();
    const std::uint64_t start = base::now_ns();
    for (int i = 0; i < iterations; ++i) {
      if (me.rank == 0) post(me.transport, 1, payload);
      await(me.transport, receiver, ++expected);
      if (me.rank == 1) post(me.transport, 0, payload);
    }
    runs.push_back(static_cast<double>(base::now_ns() - start) / iterations / 2000.0);
  }
  std::sort(runs.begin(), runs.end());
  return runs[runs.size() / 2];
}

double bytes_per_ns(const Rank& me, std::size_t bytes, int iterations) {
  Receiver receiver(bytes);
  const std::vector<std::byte> payload(bytes);
  me.barrier();
  const std::uint64_t start = base::now_ns();
  if (me.rank == 0) {
    for (int i = 0; i < iterations; ++i) post(me.transport, 1, payload);
    await(me.transport, receiver, 1);
  } else {
    await(me.transport, receiver, static_cast<std::uint64_t>(iterations));
    post(me.transport, 0, {});
  }
  return static_cast<double>(bytes) * iterations / static_cast<double>(base::now_ns() - start);
}

double memcpy_bytes_per_ns(std::size_t bytes, int iterations) {
  std::vector<std::byte> from(bytes);
  std::vector<std::byte> to(bytes);
  const std::uint64_t start = base::now_ns();
  for (int i = 0; i < iterations; ++i) {
    std::memcpy(to.data(), from.data(), bytes);
    __asm__ volatile("" : : "r"(to.data()) : "memory");
  }
  return static_cast<double>(bytes) * iterations / static_cast<double>(base::now_ns() - start);
}

double get_us(const Rank& me, std::size_t bytes, std::size_t block, int iterations) {
  const std::size_t stride = block == bytes ? bytes : 2 * block;
  const std::size_t count = bytes / block;
  std::vector<std::byte> memory(stride * count + 1, std::byte{1});
  if (me.rank == 0) me.board.words[0] = reinterpret_cast<std::uint64_t>(memory.data());
  me.barrier();
  double us = 0;
  if (me.rank == 1) {
    Bulk bulk;
    bulk.remote.owner = accel::this_process(me.config);
    bulk.remote.owner.pid = static_cast<std::uint32_t>(me.board.words[1].load());
    bulk.remote_shape = {
        .base = me.board.words[0], .block = block, .dims = 1, .count = {count}, .stride = {static_cast<std::int64_t>(stride)}};
    bulk.local_shape = {.base = reinterpret_cast<std::uint64_t>(memory.data()), .block = bytes};
    bulk.bytes = bytes;
    Cost cost;
    BulkHandle handle;
    if (!me.transport.can_get(0, bulk, &cost)) return -1;
    const std::uint64_t start = base::now_ns();
    for (int i = 0; i < iterations; ++i) {
      if (!me.transport.get(0, bulk, &handle).is_ok()) return -1;
    }
    us = static_cast<double>(base::now_ns() - start) / iterations / 1000.0;
  }
  me.barrier();
  return us;
}

bool measure_all(const Rank& me, int iterations) {
  pin(me.rank);
  me.board.words[1] = me.rank == 0 ? static_cast<std::uint64_t>(getpid()) : me.board.words[1].load();
  const bool talks = me.rank == 1;
  if (talks) fmt::print("{:>8} {:>12} {:>12} {:>12}\n", "bytes", "half rt us", "GB/s", "memcpy GB/s");
  for (const std::size_t bytes : {0UL, 8UL, 16UL, 64UL, 256UL, 1024UL, 4096UL, 8192UL}) {
    if (bytes + kHeader > me.transport.capabilities().max_send) continue;
    const double latency = half_round_trip_us(me, bytes, iterations);
    const double rate = bytes_per_ns(me, bytes, 4 * iterations);
    me.barrier();
    const double copy = talks ? memcpy_bytes_per_ns(bytes, iterations) : 0;
    me.barrier();
    if (talks) fmt::print("{:>8} {:>12.3f} {:>12.3f} {:>12.3f}\n", bytes, latency, rate, copy);
  }
  if (talks) fmt::print("{:>8} {:>12} {:>12} {:>12}\n", "bytes", "piece", "get us", "GB/s");
  for (const std::size_t bytes : {8UL, 4096UL, 65536UL, 1UL << 20, 16UL << 20}) {
    for (const std::size_t block : {bytes, std::min(bytes, std::size_t{64})}) {
      const double us = get_us(me, bytes, block, static_cast<int>(std::max<std::size_t>(10, (8UL << 20) / (bytes + 8192))));
      if (talks) fmt::print("{:>8} {:>12} {:>12.2f} {:>12.2f}\n", bytes, block, us, static_cast<double>(bytes) / us / 1000.0);
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const int iterations = argc > 1 ? std::stoi(argv[1]) : 20000;
  Board* board = Board::make(2);
  Config config;
  if (board == nullptr || iterations <= 0 || !Config::from_environment(&config).is_ok()) return 2;
  const Make make = [](const Environment& e, std::unique_ptr<Transport>* out) { return make_shm(e, out); };
  return run_processes(2,
                       [&](int rank) {
                         NoGpu accel;
                         const bool good = run_rank(rank, 2, *board, config, accel, make,
                                                    [&](const Rank& me) { return measure_all(me, iterations); });
                         std::fflush(stdout);
                         return good;
                       })
             ? 0
             : 1;
}
