// Runs threads, each with a communicator of its own, in blocking collectives of GPU memory at the same time: kernels that wait
// for their peers on other devices do not wait for each other, in whatever order the ranks' threads launch them. The threads
// use new memory and some that was used before, and lengths of every algorithm. The job needs a limit of time:
//   mpiexec --timeout 60 -n 4 gpu_threads [--threads N] [--volleys N] [--seed N]
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "coll_ints.hpp"
#include "coll_job.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr int kWarmUps = 20;                       // after these calls a communicator has exchanged its GPUs
constexpr int kCallsOfVolley = 6;                  // of each thread, one behind another
constexpr int kParts[] = {2, 700, 9'000, 60'000};  // integers
constexpr Call kOf[] = {Call::kAllreduce, Call::kBcast, Call::kAllgather, Call::kAlltoall, Call::kReduceScatterBlock};

struct Job : CollJob {
  Job() : CollJob{.name = "gpu_threads"} {}
  int threads = 3, volleys = 25;
  std::mt19937 random;  // the same numbers on every rank
};

struct Made {
  IntCase what;
  std::unique_ptr<Memory> send, recv;
};

// The work of one thread.
struct Hand {
  MPI_Comm comm = MPI_COMM_NULL;
  std::vector<Made> calls;
  int code = MPI_SUCCESS;
};

// Runs in the main thread, whose context is current.
void prepare(Job& job, Hand& hand, bool anew) {
  if (anew) hand.calls.clear();
  for (int i = 0; i < kCallsOfVolley; ++i) {
    const IntCase what{.call = kOf[job.random() % std::size(kOf)],
                       .ranks = job.size,
                       .rank = job.rank,
                       .root = static_cast<int>(job.random() % static_cast<unsigned>(job.size)),
                       .part = kParts[job.random() % std::size(kParts)],
                       .seed = static_cast<int>(job.random() % 1000)};
    if (anew) {
      hand.calls.push_back({what, memory_of(kDeviceMemory, given(what)), memory_of(kDeviceMemory, before(what))});
      continue;
    }
    // The call is the last one again, with other data.
    Made& made = hand.calls[static_cast<std::size_t>(i)];
    made.what.seed = what.seed;
    const std::vector<int> send = given(made.what);
    const std::vector<int> recv = before(made.what);
    made.send->put(0, send.data(), send.size() * sizeof(int));
    made.recv->put(0, recv.data(), recv.size() * sizeof(int));
  }
}

void do_calls(Hand* hand) {
  for (Made& made : hand->calls) {
    IntLists lists;
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = begin(made.what, Form::kBlocking, made.send->at(0), made.recv->at(0), hand->comm, &lists, &request);
    if (hand->code == MPI_SUCCESS) hand->code = code;
  }
}

void check(Job& job, Hand& hand) {
  must(job, hand.code, "a thread's calls");
  hand.code = MPI_SUCCESS;
  for (const Made& made : hand.calls) {
    const std::vector<int> expected = after(made.what);
    std::vector<int> got(expected.size());
    made.recv->get(0, got.data(), got.size() * sizeof(int));
    ++job.cases;
    if (got != expected) {
      fail(job,
           std::string(row_of(made.what.call).name) + " of " + std::to_string(made.what.part) + " integers a part: wrong data");
    }
  }
}

// Each rank begins with a different thread.
void volley(Job& job, std::vector<Hand>& hands, bool anew) {
  for (Hand& hand : hands) prepare(job, hand, anew);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    threads.emplace_back(do_calls, &hands[(i + static_cast<std::size_t>(job.rank)) % hands.size()]);
  }
  for (std::thread& thread : threads) thread.join();
  for (Hand& hand : hands) check(job, hand);
}

int run(Job& job) {
  job.random.seed(job.seed);
  std::vector<Hand> hands(static_cast<std::size_t>(job.threads));
  for (Hand& hand : hands) {
    MPI_Comm_dup(MPI_COMM_WORLD, &hand.comm);
    MPI_Comm_set_errhandler(hand.comm, MPI_ERRORS_RETURN);
    int most = job.rank;
    for (int i = 0; i < kWarmUps; ++i) MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, hand.comm);
  }
  for (int i = 0; i < job.volleys; ++i) volley(job, hands, i % 3 == 0);
  for (Hand& hand : hands) {
    hand.calls.clear();
    MPI_Comm_free(&hand.comm);
  }
  return report(job);
}

bool parse(int argc, char** argv, Job* out) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    const auto value = static_cast<unsigned>(std::strtoul(argv[i + 1], nullptr, 10));
    if (word == "--seed") {
      out->seed = value;
    } else if (word == "--threads" && value > 0) {
      out->threads = static_cast<int>(value);
    } else if (word == "--volleys" && value > 0) {
      out->volleys = static_cast<int>(value);
    } else {
      return false;
    }
  }
  return argc % 2 == 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  Job job;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (!parse(argc, argv, &job)) return 2;
  begin_job(&argc, &argv, &job.rank, &job.size, MPI_THREAD_MULTIPLE);
  const int result = run(job);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
