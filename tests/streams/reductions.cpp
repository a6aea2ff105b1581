// Barriers and small reductions on streams, which go from GPU to GPU if that is possible: every kind of memory, sizes around
// the limit, many in a row without a host that waits, in graphs and beside them.
#include <cstring>
#include <memory>
#include <string>

#include "graph.hpp"
#include "scenarios.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kLimit = (std::size_t{64} << 10) / sizeof(int);
constexpr std::size_t kOneKernel = (std::size_t{8} << 10) / sizeof(int);

// The kind of memory of a rank's operands; ranks may differ.
enum class Place : std::uint8_t { kDevice, kPinned, kPageable };

class Operand {
 public:
  Operand(Place place, std::size_t count) : place_(place), numbers_(count), plain_(count) {}
  [[nodiscard]] int* data() {
    if (place_ == Place::kDevice) return numbers_.device();
    return place_ == Place::kPinned ? numbers_.host() : plain_.data();
  }
  [[nodiscard]] int count() const { return numbers_.count(); }
  void set(const OnStream& on, int first) {
    numbers_.fill(first);
    std::memcpy(plain_.data(), numbers_.host(), numbers_.bytes());
    if (place_ == Place::kDevice) numbers_.to_device(on);
  }
  // Called after a wait for the stream: true if the data are first, first + step, ...
  bool holds(const OnStream& on, int first, int step) {
    if (place_ == Place::kDevice) {
      numbers_.to_host(on);
      on.wait();
    }
    const int* const found = place_ == Place::kPageable ? plain_.data() : numbers_.host();
    for (int i = 0; i < count(); ++i) {
      if (found[i] != first + step * i) return false;
    }
    return true;
  }

 private:
  Place place_;
  Numbers numbers_;
  std::vector<int> plain_;
};

int sum_of_ranks(const StreamJob& job) {
  return job.size * (job.size - 1) / 2;
}

void every_memory(StreamJob& job, const OnStream& on, std::size_t count) {
  for (int kind = 0; kind < 3; ++kind) {
    Operand send(static_cast<Place>((kind + job.rank) % 3), count);
    Operand recv(static_cast<Place>((kind + 2 * job.rank) % 3), count);
    const std::string what = " of " + std::to_string(count) + ", kinds " + std::to_string(kind);
    send.set(on, job.rank);
    recv.set(on, -7);
    MUST(MPIX_Allreduce_enqueue(send.data(), recv.data(), send.count(), MPI_INT, MPI_SUM, on.comm()));
    on.wait();
    check(job, recv.holds(on, sum_of_ranks(job), job.size), "Allreduce" + what);
    for (int root = 0; root < job.size; ++root) {
      recv.set(on, -7);
      MUST(MPIX_Reduce_enqueue(send.data(), job.rank == root ? recv.data() : nullptr, send.count(), MPI_INT, MPI_MAX, root,
                               on.comm()));
      on.wait();
      check(job, recv.holds(on, job.rank == root ? job.size - 1 : -7, 1), "Reduce" + what);
    }
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, send.data(), send.count(), MPI_INT, MPI_MIN, on.comm()));
    MUST(MPIX_Barrier_enqueue(on.comm()));
    on.wait();
    check(job, send.holds(on, 0, 1), "Allreduce in place" + what);
  }
}

// A slot that is written while another GPU reads it would spoil the results of earlier calls.
void in_a_row(StreamJob& job, const OnStream& on) {
  constexpr int kCalls = 40;
  constexpr int kCount = 1000;
  const Numbers send(std::size_t{kCalls} * kCount);
  const Numbers recv(std::size_t{kCalls} * kCount);
  send.fill(job.rank);
  send.to_device(on);
  for (int i = 0; i < kCalls; ++i) {
    const std::ptrdiff_t at = std::ptrdiff_t{i} * kCount;
    MUST(MPIX_Allreduce_enqueue(send.device() + at, recv.device() + at, kCount, MPI_INT, MPI_SUM, on.comm()));
    if (i % 5 == 0) MUST(MPIX_Barrier_enqueue(on.comm()));
    if (i % 7 == 0) MUST(MPIX_Bcast_enqueue(recv.device() + at, 1, MPI_INT, i % job.size, on.comm()));
  }
  recv.to_host(on);
  on.wait();
  bool good = true;
  for (int i = 0; i < recv.count(); ++i) good = good && recv.host()[i] == job.size * i + sum_of_ranks(job);
  check(job, good, "reductions in a row");
}

// Data change from replay to replay; replays run in a row, with calls beside them that are not captured.
void in_graphs(StreamJob& job, const OnStream& on) {
  Operand plain(Place::kPageable, 100);
  const Numbers sum(300);
  const Numbers one(300);
  sum.fill(0);
  one.fill(0);
  sum.to_device(on);
  one.to_device(on);
  plain.set(on, 1);
  const Graph graph(on, PENSTOCK_GPU_CAPTURE_GLOBAL, [&] {
    MUST(MPIX_Allreduce_enqueue(sum.device(), one.device(), sum.count(), MPI_INT, MPI_MAX, on.comm()));
    MUST(MPIX_Barrier_enqueue(on.comm()));
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, plain.data(), plain.count(), MPI_INT, MPI_SUM, on.comm()));
    on.copy(sum.device(), one.device(), sum.bytes());
  });
  int factor = 1;
  for (int i = 0; i < 4; ++i) {
    graph.launch(on);
    graph.launch(on);
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, one.device(), one.count(), MPI_INT, MPI_MIN, on.comm()));
    factor *= job.size * job.size;
  }
  on.wait();
  check(job, plain.holds(on, factor, factor), "replays that add up");
  one.to_host(on);
  on.wait();
  check(job, one.holds(0), "reductions in graphs and beside them");
}

}  // namespace

void reductions_on_gpus(StreamJob& job) {
  const OnStream on;
  for (const std::size_t count : {std::size_t{1}, std::size_t{333}, kOneKernel, kOneKernel + 1, kLimit, kLimit + 1}) {
    every_memory(job, on, count);
  }
  in_a_row(job, on);
  in_graphs(job, on);
  // There are more communicators at a time, and one after the other, than slots.
  std::vector<std::unique_ptr<OnStream>> many;
  for (int i = 0; i < 40; ++i) {
    if (many.size() == 18) many.erase(many.begin() + i % 18);
    many.push_back(std::make_unique<OnStream>());
    every_memory(job, *many.back(), 2);
  }
}

}  // namespace penstock::test
