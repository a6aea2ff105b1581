#include "scene.hpp"

#include <algorithm>
#include <ctime>

#include "mpi_call.hpp"

namespace bench {

void Scene::reserve(const std::vector<std::size_t>& sizes) {
  std::size_t send = 0, recv = 0;
  for (const std::size_t bytes : sizes) {
    const Layout layout(datatype, bytes, which.element, options.block);
    const Needs needs = which.needs(*this, layout);
    send = std::max(send, needs.send * layout.slot());
    recv = std::max(recv, needs.recv * layout.slot());
  }
  send_ = std::make_unique<Buffer>(memory, send);
  recv_ = std::make_unique<Buffer>(recv_memory, recv);
  send_->touch();
  recv_->touch();
}

// The last fresh buffers had the last size.
void Scene::set_size(std::size_t bytes) {
  layout_.emplace(datatype, bytes, which.element, options.block);
  renew();
}

bool Scene::agree(bool mine) const {
  int good = mine ? 1 : 0, all = 0;
  check(MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_MIN, team.control), "MPI_Allreduce");
  return all == 1;
}

void Scene::barrier() const {
  check(MPI_Barrier(team.control), "MPI_Barrier");
}

void Scene::renew() {
  if (!options.fresh) return;
  const Needs needs = which.needs(*this, *layout_);
  send_ = std::make_unique<Buffer>(memory, needs.send * layout_->slot());
  recv_ = std::make_unique<Buffer>(recv_memory, needs.recv * layout_->slot());
  send_->touch();
  recv_->touch();
}

void Scene::idle() const {
  if (!options.cold) return;
  timespec wake{};
  clock_gettime(CLOCK_MONOTONIC, &wake);
  wake.tv_nsec += 1000000;
  if (wake.tv_nsec >= 1000000000) {
    wake.tv_nsec -= 1000000000;
    ++wake.tv_sec;
  }
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr) != 0) {
  }
}

Pace::Pace(const Scene& scene, bool batches) : scene_(scene), batches_(batches) {}

int Pace::next() {
  if (scene_.team.rank == 0) decide();
  int words[] = {turns_, batch_, counts_ ? 1 : 0};
  check(MPI_Bcast(words, 3, MPI_INT, 0, scene_.team.control), "MPI_Bcast");
  turns_ = words[0];
  batch_ = words[1];
  counts_ = words[2] != 0;
  scene_.barrier();
  chunk_begin_ = Clock::now();
  return turns_;
}

// Chunks of doubling length warm up for a tenth of the time; then ten chunks or so are counted.
void Pace::decide() {
  constexpr int kFewest = 3, kMost = 1 << 20;
  const double limit = scene_.options.seconds;
  if (turns_ == 0) {
    begin_ = Clock::now();
    turns_ = 1;
    return;
  }
  const double operation = std::max(seconds_since(chunk_begin_) / (static_cast<double>(turns_) * batch_), 1e-9);
  const double spent = seconds_since(begin_);
  if (!counts_) {
    if (spent < limit / 10 && turns_ < kMost) {
      turns_ *= 2;
      return;
    }
    counts_ = true;
    begin_ = Clock::now();
    if (batches_) batch_ = std::clamp(static_cast<int>(kBatchSeconds / operation), 1, 1000);
  } else {
    total_ += turns_;
    if (spent >= limit && total_ >= kFewest) {
      turns_ = 0;
      return;
    }
  }
  turns_ = std::clamp(static_cast<int>(std::min(limit / 10 / (operation * batch_), 1e6)), 1, kMost);
}

namespace {

// A summary of one rank's samples.
struct Digest {
  double count = 0, low = 0, high = 0, median = 0;
};

std::vector<double> gather_kept(const Team& team, const std::vector<double>& mine) {
  const int count = static_cast<int>(mine.size());
  std::vector<int> counts(static_cast<std::size_t>(team.size)), places(counts.size());
  check(MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, team.control), "MPI_Gather");
  int total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    places[i] = total;
    total += counts[i];
  }
  std::vector<double> all(static_cast<std::size_t>(team.rank == 0 ? total : 0));
  check(MPI_Gatherv(mine.data(), count, MPI_DOUBLE, all.data(), counts.data(), places.data(), MPI_DOUBLE, 0, team.control),
        "MPI_Gatherv");
  return all;
}

}  // namespace

Row summarise(const Scene& scene, const Samples& samples, double scale, bool rate, Combine combine) {
  const auto figure = [&](double seconds) { return rate ? scale / std::max(seconds, 1e-12) : scale * seconds; };
  const Team& team = scene.team;
  const Digest mine{static_cast<double>(samples.operations()), samples.low(), samples.high(), median(samples.kept())};
  std::vector<Digest> digests(static_cast<std::size_t>(team.size));
  check(MPI_Gather(&mine, 4, MPI_DOUBLE, digests.data(), 4, MPI_DOUBLE, 0, team.control), "MPI_Gather");
  std::vector<double> all = gather_kept(team, samples.kept());
  std::erase_if(digests, [](const Digest& digest) { return digest.count == 0; });
  Row row;
  if (team.rank != 0 || digests.empty()) return row;
  double low = digests[0].low, high = 0, sum = 0, count = 0;
  for (const Digest& digest : digests) {
    low = std::min(low, digest.low);
    high = std::max(high, digest.high);
    sum += figure(digest.median);
    count += digest.count;
  }
  const double ranks = static_cast<double>(digests.size()), parts = combine == Combine::kSum ? ranks : 1;
  for (double& seconds : all) seconds = figure(seconds);
  std::sort(all.begin(), all.end());
  row.value = combine == Combine::kSum ? sum : sum / ranks;
  row.p50 = quantile(all, 0.5) * parts;
  row.p99 = quantile(all, 0.99) * parts;
  row.min = std::min(figure(low), figure(high)) * parts;
  row.max = std::max(figure(low), figure(high)) * parts;
  row.iterations = static_cast<std::uint64_t>(count);
  return row;
}

}  // namespace bench
