// Random programs of two streams, events, graphs, enqueued and ordinary calls, compared with a model: a buffer that holds v, v
// + 1, ... is the number v there, and every step maps such buffers to such buffers.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <random>
#include <string>

#include <penstock_gpu_graph.h>

#include "scenarios.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kStreams = 2;
constexpr std::size_t kBuffers = 3;  // buffers of a stream

enum class Kind { kSendrecv, kIsendIrecv, kMax, kBcast, kCopy, kFork, kOrdinary, kCross, kIntoOrdinary, kGraph };
constexpr int kInGraphs = 6;  // the steps that may be in graphs
constexpr int kAll = 10;

struct Step {
  Kind kind = Kind::kCopy;
  std::size_t stream = 0;
  std::size_t from = 0;
  std::size_t to = 1;
  int root = 0;
  int times = 1;
  std::vector<Step> graph = {};
};

using Buffers = std::array<std::array<int, kBuffers>, kStreams>;
using Model = std::vector<Buffers>;  // one entry for each rank

// Draws the same numbers on all ranks.
class Draw {
 public:
  Draw(int ranks, unsigned seed) : ranks_(ranks), random_(seed) {}
  [[nodiscard]] std::size_t below(std::size_t most) { return random_() % most; }
  [[nodiscard]] Step step(bool in_graph, std::size_t stream) {
    Step made;
    made.kind = static_cast<Kind>(below(in_graph ? kInGraphs : kAll));
    made.stream = in_graph ? stream : below(kStreams);
    made.from = below(kBuffers);
    made.to = (made.from + 1 + below(kBuffers - 1)) % kBuffers;
    made.root = static_cast<int>(below(static_cast<std::size_t>(ranks_)));
    if (made.kind != Kind::kGraph) return made;
    made.times = 1 + static_cast<int>(below(3));
    for (std::size_t n = 1 + below(4); n > 0; --n) made.graph.push_back(step(true, made.stream));
    return made;
  }

 private:
  int ranks_;
  std::minstd_rand random_;
};

void apply(const Step& step, Model& model);

void shift(const Step& step, std::size_t stream, Model& model) {
  const Model before = model;
  const std::size_t n = model.size();
  for (std::size_t rank = 0; rank < n; ++rank) {
    model[rank][stream][step.to] = before[(rank + n - 1) % n][stream][step.from];
  }
}

void take_max(const Step& step, std::size_t stream, Model& model) {
  int most = model[0][stream][step.from];
  for (const Buffers& of : model) most = std::max(most, of[stream][step.from]);
  for (Buffers& of : model) of[stream][step.from] = most;
}

void apply(const Step& step, Model& model) {
  const std::size_t other = 1 - step.stream;
  switch (step.kind) {
    case Kind::kSendrecv:
    case Kind::kIsendIrecv:
    case Kind::kOrdinary:
    case Kind::kIntoOrdinary: return shift(step, step.stream, model);
    case Kind::kMax: return take_max(step, step.stream, model);
    case Kind::kFork: return take_max(step, step.stream, model), shift(step, other, model);
    case Kind::kBcast: {
      const int value = model[static_cast<std::size_t>(step.root)][step.stream][step.from];
      for (Buffers& of : model) of[step.stream][step.from] = value;
      return;
    }
    case Kind::kCopy:
      for (Buffers& of : model) of[step.stream][step.to] = of[step.stream][step.from];
      return;
    case Kind::kCross:
      for (Buffers& of : model) of[step.stream][step.to] = of[other][step.from];
      return;
    case Kind::kGraph:
      for (int i = 0; i < step.times; ++i) {
        for (const Step& each : step.graph) apply(each, model);
      }
      return;
  }
}

// Executes the steps on the streams.
class Machine {
 public:
  Machine(StreamJob& job, std::array<std::unique_ptr<OnStream>, kStreams>& streams, std::size_t count)
      : job_(job), streams_(streams), staging_(count) {
    for (auto& of : buffers_) {
      for (auto& each : of) each = std::make_unique<Numbers>(count);
    }
  }
  ~Machine() {
    for (const auto& on : streams_) on->wait();
    for (const penstock_gpu_graph graph : graphs_) need(penstock_gpu_graph_destroy(graph), "destroying a graph");
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void fill(const Buffers& with);
  void put(const Step& step);
  void compare(const Buffers& with, const std::string& what);

 private:
  [[nodiscard]] const OnStream& on(std::size_t stream) const { return *streams_[stream]; }
  [[nodiscard]] Numbers& buffer(std::size_t stream, std::size_t which) const { return *buffers_[stream][which]; }
  void put_shift(const Step& step, std::size_t stream, bool by_requests);
  void put_max(const Step& step, std::size_t stream);
  void put_ordinary(const Step& step);
  void put_into_ordinary(const Step& step);
  void put_graph(const Step& step);

  StreamJob& job_;
  std::array<std::unique_ptr<OnStream>, kStreams>& streams_;
  std::array<std::array<std::unique_ptr<Numbers>, kBuffers>, kStreams> buffers_;
  Numbers staging_;
  std::vector<penstock_gpu_graph> graphs_;
  int tag_ = 1;  // graphs use another tag: an enqueued call may be matched before those of a graph that was launched earlier
};

void Machine::fill(const Buffers& with) {
  for (std::size_t stream = 0; stream < kStreams; ++stream) {
    for (std::size_t i = 0; i < kBuffers; ++i) {
      buffer(stream, i).fill(with[stream][i]);
      buffer(stream, i).to_device(on(stream));
    }
  }
}

void Machine::put_shift(const Step& step, std::size_t stream, bool by_requests) {
  const Numbers& from = buffer(stream, step.from);
  const Numbers& to = buffer(stream, step.to);
  MPI_Comm comm = on(stream).comm();
  if (!by_requests) {
    MUST(MPIX_Sendrecv_enqueue(from.device(), from.count(), MPI_INT, job_.next(), tag_, to.device(), to.count(), MPI_INT,
                               job_.before(), tag_, comm, MPI_STATUS_IGNORE));
    return;
  }
  MPI_Request requests[2];
  MUST(MPIX_Isend_enqueue(from.device(), from.count(), MPI_INT, job_.next(), tag_, comm, &requests[0]));
  MUST(MPIX_Irecv_enqueue(to.device(), to.count(), MPI_INT, job_.before(), tag_, comm, &requests[1]));
  MUST(MPIX_Waitall_enqueue(2, requests, MPI_STATUSES_IGNORE));
}

void Machine::put_max(const Step& step, std::size_t stream) {
  const Numbers& of = buffer(stream, step.from);
  MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, of.device(), of.count(), MPI_INT, MPI_MAX, on(stream).comm()));
}

void Machine::put_ordinary(const Step& step) {
  const Numbers& from = buffer(step.stream, step.from);
  const Numbers& to = buffer(step.stream, step.to);
  on(step.stream).wait();
  MUST(MPI_Sendrecv(from.device(), from.count(), MPI_INT, job_.next(), 1, to.device(), to.count(), MPI_INT, job_.before(), 1,
                    on(step.stream).comm(), MPI_STATUS_IGNORE));
}

// An enqueued send matches an ordinary receive.
void Machine::put_into_ordinary(const Step& step) {
  const Numbers& from = buffer(step.stream, step.from);
  MPI_Request request = MPI_REQUEST_NULL;
  on(step.stream).wait();
  MUST(MPIX_Isend_enqueue(from.device(), from.count(), MPI_INT, job_.next(), 1, on(step.stream).comm(), &request));
  MUST(MPI_Recv(staging_.host(), staging_.count(), MPI_INT, job_.before(), 1, on(step.stream).comm(), MPI_STATUS_IGNORE));
  MUST(MPIX_Wait_enqueue(&request, MPI_STATUS_IGNORE));
  on(step.stream).copy(buffer(step.stream, step.to).device(), staging_.host(), staging_.bytes());
  on(step.stream).wait();
}

void Machine::put_graph(const Step& step) {
  const penstock_gpu_stream stream = on(step.stream).stream();
  need(penstock_gpu_capture_begin(stream, static_cast<penstock_gpu_capture>(step.times - 1)), "beginning a capture");
  tag_ = 2;
  for (const Step& each : step.graph) put(each);
  tag_ = 1;
  need(penstock_gpu_capture_end(stream, &graphs_.emplace_back()), "ending a capture");
  // The graph's work on the other stream runs behind the earlier work of that stream.
  need(penstock_gpu_stream_follow(stream, on(1 - step.stream).stream()), "ordering streams");
  for (int i = 0; i < step.times; ++i) need(penstock_gpu_graph_launch(graphs_.back(), stream), "launching a graph");
  need(penstock_gpu_stream_follow(on(1 - step.stream).stream(), stream), "ordering streams");
}

void Machine::put(const Step& step) {
  const OnStream& here = on(step.stream);
  const OnStream& there = on(1 - step.stream);
  const Numbers& from = buffer(step.stream, step.from);
  switch (step.kind) {
    case Kind::kSendrecv: return put_shift(step, step.stream, false);
    case Kind::kIsendIrecv: return put_shift(step, step.stream, true);
    case Kind::kMax: return put_max(step, step.stream);
    case Kind::kBcast: MUST(MPIX_Bcast_enqueue(from.device(), from.count(), MPI_INT, step.root, here.comm())); return;
    case Kind::kCopy: return here.copy(buffer(step.stream, step.to).device(), from.device(), from.bytes());
    case Kind::kFork:
      need(penstock_gpu_stream_follow(there.stream(), here.stream()), "parting");
      put_max(step, step.stream);
      put_shift(step, 1 - step.stream, true);
      need(penstock_gpu_stream_follow(here.stream(), there.stream()), "joining");
      return;
    case Kind::kCross:
      need(penstock_gpu_stream_follow(here.stream(), there.stream()), "ordering streams");
      here.copy(buffer(step.stream, step.to).device(), buffer(1 - step.stream, step.from).device(), from.bytes());
      need(penstock_gpu_stream_follow(there.stream(), here.stream()), "ordering streams");
      return;
    case Kind::kOrdinary: return put_ordinary(step);
    case Kind::kIntoOrdinary: return put_into_ordinary(step);
    case Kind::kGraph: return put_graph(step);
  }
}

void Machine::compare(const Buffers& with, const std::string& what) {
  for (std::size_t stream = 0; stream < kStreams; ++stream) {
    for (std::size_t i = 0; i < kBuffers; ++i) buffer(stream, i).to_host(on(stream));
    on(stream).wait();
    for (std::size_t i = 0; i < kBuffers; ++i) {
      check(job_, buffer(stream, i).holds(with[stream][i]),
            what + ": buffer " + std::to_string(i) + " of stream " + std::to_string(stream));
    }
  }
}

void run_program(StreamJob& job, std::array<std::unique_ptr<OnStream>, kStreams>& streams, unsigned seed) {
  constexpr std::array<std::size_t, 4> kCounts = {1, 300, 20'000, 300'000};
  Draw draw(job.size, seed);
  Machine machine(job, streams, kCounts[draw.below(kCounts.size())]);
  Model model(static_cast<std::size_t>(job.size));
  for (Buffers& of : model) {
    for (auto& stream : of) {
      for (int& value : stream) value = static_cast<int>(draw.below(100'000));
    }
  }
  machine.fill(model[static_cast<std::size_t>(job.rank)]);
  for (std::size_t n = 10 + draw.below(20); n > 0; --n) {
    const Step step = draw.step(false, 0);
    machine.put(step);
    apply(step, model);
  }
  machine.compare(model[static_cast<std::size_t>(job.rank)], "random program " + std::to_string(seed));
}

}  // namespace

// The number of programs is a fifth of the replays of other scenarios.
void random_programs(StreamJob& job) {
  std::array<std::unique_ptr<OnStream>, kStreams> streams;
  for (auto& each : streams) each = std::make_unique<OnStream>();
  for (int i = 0; i < job.replays / 5; ++i) run_program(job, streams, static_cast<unsigned>(1000 + i));
}

}  // namespace penstock::test
