#include "race.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>

namespace bench::apps {
namespace {

double maximum(double mine) {
  double all = mine;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Round median_of(const std::vector<Round>& rounds) {
  Round out;
  std::vector<double> values;
  for (const Round& round : rounds) values.push_back(round.total);
  out.total = median(values);
  for (int phase = 0; phase < kPhases; ++phase) {
    values.clear();
    for (const Round& round : rounds) values.push_back(round.phases[phase]);
    out.phases[phase] = median(values);
  }
  return out;
}

}  // namespace

Race::Race(const Options& options, const demo::Grid& grid, const demo::Block& block, const Memory& memory,
           const Memory& staging)
    : options_(options), block_(block), field_(block, options.single, memory), reference_(options, grid) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  const Shape shape = shape_of(block, options.single);
  for (const Version& version : kVersions) {
    if (std::find(options.versions.begin(), options.versions.end(), version.name) == options.versions.end()) continue;
    runners_.push_back({&version, version.make(shape, staging, watch_), {.name = version.name}});
  }
}

void Race::show(const std::string& text) const {
  if (rank_ == 0 && isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r%-60s%s", text.c_str(), text.empty() ? "\r" : "");
}

Round Race::round(Halo& halo) {
  field_.reset();
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  watch_.start();
  const bool whole = halo.iterate(field_, options_.iterations);
  for (int i = 0; i < options_.iterations && !whole; ++i) {
    halo.exchange(field_.array(), kNorthSouth);
    halo.exchange(field_.array(), kEastWest);
    watch_.compute();
    field_.step();
  }
  const Seconds mine = watch_.stop();
  if (options_.plant_error && &halo == runners_.back().halo.get()) field_.spoil();
  Round out{maximum(MPI_Wtime() - begin) / options_.iterations, {}};
  MPI_Allreduce(mine.data(), out.phases.data(), kPhases, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (double& seconds : out.phases) seconds /= static_cast<double>(ranks_) * options_.iterations;
  return out;
}

double Race::time_exchanges(Halo& halo, Direction direction) {
  constexpr int kWarm = 2, kTimed = 10;
  double begin = 0;
  for (int i = 0; i < kWarm + kTimed; ++i) {
    if (i == kWarm) {
      MPI_Barrier(MPI_COMM_WORLD);
      begin = MPI_Wtime();
    }
    halo.exchange(field_.array(), direction);
  }
  return maximum(MPI_Wtime() - begin);
}

void Race::choose_pieces(Runner& runner) {
  field_.reset();
  for (int i = 0; i < kDirections; ++i) {
    const auto direction = static_cast<Direction>(i);
    int best = options_.pieces;
    double least = std::numeric_limits<double>::infinity();
    for (int pieces = 1; options_.pieces == 0 && pieces <= kMostPieces; pieces *= 2) {
      runner.halo->set_pieces(direction, pieces);
      const double seconds = time_exchanges(*runner.halo, direction);
      if (seconds >= least) continue;
      least = seconds;
      best = pieces;
    }
    runner.halo->set_pieces(direction, best);
    runner.result.pieces[direction] = best;
  }
}

// All versions must have the first version's field, bit for bit: the kernel is the same.
void Race::check(Runner& runner) {
  field_.download(&cells_);
  Result& result = runner.result;
  const std::uint64_t sum = checksum(block_, options_.single, cells_);
  const Result& first = runners_.front().result;
  if (!result.rounds.empty()) {
    if (sum != result.checksum) result.wrong = "its field is another in the last round than in the first";
  } else {
    result.checksum = sum;
    if (sum != first.checksum) result.wrong = "its field differs from that of " + first.name;
  }
  if (!reference_.wanted()) return;
  result.difference = std::max(result.difference, maximum(reference_.difference(block_, cells_)));
  if (!(result.difference <= reference_.limit())) {
    result.wrong = "its field differs from the host's computation by " + std::to_string(result.difference);
  }
}

std::vector<Result> Race::run() {
  for (Runner& runner : runners_) {
    show("checking " + runner.result.name);
    if (runner.version->cuts) choose_pieces(runner);
    static_cast<void>(round(*runner.halo));
    check(runner);
  }
  for (int turn = 0; turn < options_.rounds; ++turn) {
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      Runner& runner = runners_[(static_cast<std::size_t>(turn) + i) % runners_.size()];
      show("round " + std::to_string(turn + 1) + " of " + std::to_string(options_.rounds) + ", " + runner.result.name);
      runner.result.rounds.push_back(round(*runner.halo));
      if (turn + 1 == options_.rounds) check(runner);
    }
  }
  show("");
  std::vector<Result> out;
  for (Runner& runner : runners_) {
    runner.result.median = median_of(runner.result.rounds);
    out.push_back(std::move(runner.result));
  }
  return out;
}

}  // namespace bench::apps
