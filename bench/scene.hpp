// The surroundings in which a case runs: its ranks, buffers, datatype, and time.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "case.hpp"
#include "memory.hpp"
#include "options.hpp"
#include "picture.hpp"
#include "samples.hpp"

namespace bench {

using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The ranks of a case. `comm` carries the measured messages, `control` all others.
struct Team {
  MPI_Comm comm = MPI_COMM_NULL, control = MPI_COMM_NULL;
  int rank = 0, size = 1;
  bool crowded = false;  // ranks share processors (oversubscription)
};

// Times that are taken before and in MPI_Init.
struct Startup {
  double init_ms = 0, since_launch_ms = -1;
  std::uint64_t rss_before = 0, pss_before = 0, rss_after = 0, pss_after = 0;
};

class Scene {
 public:
  // All arguments outlive the scene.
  Scene(const Options& words, const Case& row, const Team& ranks, const Memory& place, const Memory& recv_place,
        const std::string& kind, const Startup& begun)
      : options(words), which(row), team(ranks), memory(place), recv_memory(recv_place), datatype(kind), startup(begun) {}

  const Options& options;
  const Case& which;
  const Team& team;
  const Memory& memory;         // memory of the send buffer, and of all else
  const Memory& recv_memory;    // memory of the receive buffer
  const std::string& datatype;  // the datatype of this rank's side
  const Startup& startup;

  // Allocates buffers large enough for every one of the sizes.
  void reserve(const std::vector<std::size_t>& sizes);
  void set_size(std::size_t bytes);

  [[nodiscard]] const Layout& layout() const { return *layout_; }
  [[nodiscard]] Buffer& send() { return *send_; }
  [[nodiscard]] Buffer& recv() { return *recv_; }
  // The address at which an item of the current size begins.
  [[nodiscard]] void* send_at(std::size_t item) const { return static_cast<char*>(send_->data()) + item * layout_->slot(); }
  [[nodiscard]] void* recv_at(std::size_t item) const { return static_cast<char*>(recv_->data()) + item * layout_->slot(); }

  // Returns a new number for each check, the same on every rank.
  [[nodiscard]] std::uint32_t next_seed() { return ++seed_; }
  // True if all ranks of the team found their data right. Collective.
  [[nodiscard]] bool agree(bool mine) const;
  void barrier() const;

  // --fresh: renew() takes other buffers and touches them. --cold: it sleeps for a millisecond. Otherwise it does nothing.
  [[nodiscard]] bool restless() const { return options.fresh || options.cold; }
  void renew();
  void idle() const;

 private:
  std::optional<Layout> layout_;
  std::unique_ptr<Buffer> send_, recv_;
  std::uint32_t seed_ = 0x9e37;
};

// Decides the number of iterations that come next: rank 0 decides, by time, for all. The first ones are not counted.
class Pace {
 public:
  // `batches`: several operations may share one reading of the clock, as many as last kBatchSeconds.
  Pace(const Scene& scene, bool batches);
  // The number of iterations; 0: the end. Collective; all ranks get the same number.
  [[nodiscard]] int next();
  [[nodiscard]] int batch() const { return batch_; }
  [[nodiscard]] bool counts() const { return counts_; }

 private:
  static constexpr double kBatchSeconds = 2e-6;
  void decide();

  const Scene& scene_;
  const bool batches_;
  Clock::time_point begin_, chunk_begin_;
  int turns_ = 0, batch_ = 1, total_ = 0;
  bool counts_ = false;
};

// Runs `op` for the time of one size; `prepare` comes before each iteration and is not timed. Ranks that are
// `timed` collect the seconds of an operation in `samples`, and those of an operation with its `prepare` in
// `whole`: each is the mean of some iterations.
template <typename Prepare, typename Op>
void repeat(const Scene& scene, bool batches, bool timed, Samples* samples, Prepare&& prepare, Op&& op,
            Samples* whole = nullptr) {
  Pace pace(scene, batches && !scene.restless());
  for (int turns = pace.next(); turns > 0; turns = pace.next()) {
    const int batch = pace.batch();
    const bool keeps = timed && pace.counts();
    const auto first = Clock::now();
    for (int turn = 0; turn < turns; ++turn) {
      prepare();
      const auto begin = Clock::now();
      for (int i = 0; i < batch; ++i) op();
      const double seconds = seconds_since(begin);
      if (keeps) samples->add(seconds / batch, batch);
    }
    if (keeps && whole != nullptr) whole->add(seconds_since(first) / (static_cast<double>(turns) * batch), turns * batch);
  }
}

// The way in which the medians of the ranks make one figure.
enum class Combine { kMean, kSum };

// Gathers the samples of all ranks that have any. Each figure is scale * seconds, or, for rates, scale / seconds. Collective;
// only rank 0 gets the row.
[[nodiscard]] Row summarise(const Scene& scene, const Samples& samples, double scale, bool rate, Combine combine);

}  // namespace bench
