// Parses the options, and runs the rounds of one rank until its time is up.
#include "stress.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "common/memory.hpp"
#include "traffic.hpp"

namespace stress {
namespace {

constexpr double kProgressSeconds = 5;
constexpr unsigned kSeedStep = 100003;  // between the threads of a rank

void open_gpu(const Options& options, int rank) {
  if (std::all_of(options.memory.begin(), options.memory.end(), [](const std::string& m) { return m == "host"; })) return;
  if (options.threads > 1) die("--threads goes with --memory host: the GPU helper serves one thread");
  if (const std::string why = penstock::test::open_gpu(rank); !why.empty()) die(why);
}

void split_list(const std::string& value, std::vector<std::string>* parts) {
  parts->clear();
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t end = std::min(value.find(',', at), value.size());
    parts->push_back(value.substr(at, end - at));
    at = end + 1;
  }
}

struct Sum {
  double rounds = 0, messages = 0;
};

// Runs one thread of one rank, until the time is up.
Sum play_rounds(const Options& options, MPI_Comm base, unsigned seed, bool tells) {
  const auto begin = std::chrono::steady_clock::now();
  Sum sum;
  double told = 0;
  unsigned round = 0;
  Traffic traffic(options, base);
  for (int go = 1; go != 0; ++round) {
    sum.messages += static_cast<double>(traffic.round(seed + round));
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    go = spent.count() < options.seconds ? 1 : 0;
    MPI_Bcast(&go, 1, MPI_INT, 0, base);
    if (!tells || spent.count() < told + kProgressSeconds) continue;
    told = spent.count();
    std::printf("stress: %.0f of %.0f s, %u rounds\n", told, options.seconds, round + 1);
    std::fflush(stdout);
  }
  sum.rounds = round;
  return sum;
}

Sum play_threads(const Options& options, bool tells, const std::function<void()>& enter) {
  const auto count = static_cast<std::size_t>(options.threads);
  std::vector<MPI_Comm> bases(count);
  for (MPI_Comm& base : bases) MPI_Comm_dup(MPI_COMM_WORLD, &base);
  std::vector<Sum> sums(count);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      enter();
      sums[i] = play_rounds(options, bases[i], options.seed + kSeedStep * static_cast<unsigned>(i), tells && i == 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (MPI_Comm& base : bases) MPI_Comm_free(&base);
  Sum all;
  for (const Sum& sum : sums) all = {all.rounds + sum.rounds, all.messages + sum.messages};
  return all;
}

}  // namespace

void die(const std::string& what) {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "stress: rank %d: %s\n", rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    if (name == "--seconds" && !value.empty()) {
      options.seconds = std::atof(value.c_str());
    } else if (name == "--seed" && !value.empty()) {
      options.seed = static_cast<unsigned>(std::atoi(value.c_str()));
    } else if (name == "--ranks" && !value.empty()) {
      options.ranks = std::atoi(value.c_str());
    } else if (name == "--threads" && !value.empty()) {
      options.threads = std::atoi(value.c_str());
    } else if (name == "--memory" && !value.empty()) {
      split_list(value, &options.memory);
    } else {
      std::fprintf(stderr,
                   "stress: unknown option %s, or no value; it knows --seconds, --seed, --memory, --threads and, with "
                   "threads as ranks, --ranks\n",
                   name.c_str());
      std::exit(2);
    }
  }
  return options;
}

void play(const Options& options, const std::function<void()>& enter) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  open_gpu(options, rank);
  if (rank == 0) {
    std::printf("stress: %d ranks of %d threads, seed %u, %.0f s\n", ranks, options.threads, options.seed, options.seconds);
    std::fflush(stdout);
  }
  const Sum mine = options.threads > 1 ? play_threads(options, rank == 0, enter)
                                       : play_rounds(options, MPI_COMM_WORLD, options.seed, rank == 0);
  double all = 0;
  MPI_Allreduce(&mine.messages, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) std::printf("stress: %.0f rounds, %.0f messages, every byte right\n", mine.rounds, all);
}

}  // namespace stress
