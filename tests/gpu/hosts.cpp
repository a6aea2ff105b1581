// Collectives of GPU memory on communicators whose ranks lie on simulated hosts in every order: as in the job, backwards,
// shuffled, without one rank, on one host alone. Every data collective with every root, in several lengths, blocking and
// started; and MPI_COMM_TYPE_SHARED must tell the hosts:
// PENSTOCK_SIMULATED_HOSTS=2 mpiexec -n 4 gpu_hosts --hosts 2 [--seed N]
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "coll_draw.hpp"
#include "coll_ints.hpp"
#include "coll_job.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr int kWarmUps = 20;                   // after these calls a communicator has exchanged its GPUs
constexpr int kParts[] = {1, 2'000, 100'000};  // integers
constexpr int kShuffles = 3;

struct Options {
  int hosts = 1;
  unsigned seed = 1;
};

struct Job : CollJob {
  explicit Job(const Options& chosen)
      : CollJob{.name = "gpu_hosts", .seed = chosen.seed}, options(chosen), drawn(chosen.seed) {}
  Options options;
  Draw drawn;  // the same numbers on every rank
};

struct Order {
  std::string name;
  MPI_Comm comm = MPI_COMM_NULL;
};

void check(Job& job, const Order& order, const IntCase& what, Form form) {
  const std::string text = std::string(row_of(what.call).name) + ", " + name_of(form) + ", of " + std::to_string(what.part) +
                           " integers a part, root " + std::to_string(what.root) + ", ranks " + order.name;
  const std::unique_ptr<Memory> send = memory_of(kDeviceMemory, given(what));
  const std::unique_ptr<Memory> recv = memory_of(kDeviceMemory, before(what));
  IntLists lists;
  MPI_Request request = MPI_REQUEST_NULL;
  must(job, begin(what, form, send->at(0), recv->at(0), order.comm, &lists, &request), text);
  must(job, MPI_Wait(&request, MPI_STATUS_IGNORE), text);
  const std::vector<int> expected = after(what);
  std::vector<int> got(expected.size());
  recv->get(0, got.data(), got.size() * sizeof(int));
  if (got != expected) fail(job, text + ": wrong data");
  ++job.cases;
}

void check_all(Job& job, const Order& order) {
  if (order.comm == MPI_COMM_NULL) return;
  IntCase what;
  MPI_Comm_size(order.comm, &what.ranks);
  MPI_Comm_rank(order.comm, &what.rank);
  for (const CallRow& row : all_calls()) {
    if (row.call == Call::kBarrier) continue;
    what.call = row.call;
    for (const int part : kParts) {
      what.part = part;
      for (what.root = 0; what.root < (row.rooted ? what.ranks : 1); ++what.root) {
        ++what.seed;
        check(job, order, what, what.seed % 2 == 0 ? Form::kBlocking : Form::kStarted);
      }
    }
    must(job, MPI_Barrier(order.comm), "a barrier, ranks " + order.name);
  }
}

Order split(Job& job, const std::string& name, int color, int key) {
  Order order{name, MPI_COMM_NULL};
  must(job, MPI_Comm_split(MPI_COMM_WORLD, color, key, &order.comm), "splitting");
  if (order.comm != MPI_COMM_NULL) MPI_Comm_set_errhandler(order.comm, MPI_ERRORS_RETURN);
  return order;
}

// The ranks of each host follow one another, and there are as many hosts as were requested.
Order find_host(Job& job) {
  Order host{"of one host", MPI_COMM_NULL};
  must(job, MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host.comm), "finding the host");
  int place = 0;
  MPI_Comm_rank(host.comm, &place);
  int first = job.rank - place;
  int said = first;
  MPI_Bcast(&said, 1, MPI_INT, 0, host.comm);
  if (said != first) fail(job, "the ranks of a host are not consecutive");
  int leads = place == 0 ? 1 : 0;
  int hosts = 0;
  MPI_Allreduce(&leads, &hosts, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (hosts != job.options.hosts) fail(job, std::to_string(hosts) + " hosts in place of " + std::to_string(job.options.hosts));
  return host;
}

// Returns a key for this rank; all ranks draw the same permutation.
int shuffled(Job& job) {
  std::vector<int> keys(static_cast<std::size_t>(job.size));
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(i);
  for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[job.drawn.below(i)]);
  return keys[static_cast<std::size_t>(job.rank)];
}

int run(Job& job) {
  for (int i = 0; i < kWarmUps; ++i) {
    check(job, {"as in the job", MPI_COMM_WORLD}, {Call::kAllreduce, job.size, job.rank, 0, 16, i}, Form::kBlocking);
  }
  std::vector<Order> orders;
  orders.push_back(find_host(job));
  orders.push_back(split(job, "as in the job", 0, job.rank));
  orders.push_back(split(job, "backwards", 0, -job.rank));
  orders.push_back(split(job, "but the last", job.rank == job.size - 1 ? MPI_UNDEFINED : 0, job.rank));
  for (int i = 0; i < kShuffles; ++i) orders.push_back(split(job, "shuffled", 0, shuffled(job)));
  for (Order& order : orders) {
    check_all(job, order);
    if (order.comm != MPI_COMM_NULL) must(job, MPI_Comm_free(&order.comm), "freeing");
  }
  return report(job);
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "--hosts") options.hosts = std::atoi(argv[i + 1]);
    if (word == "--seed") options.seed = static_cast<unsigned>(std::atoi(argv[i + 1]));
  }
  return options;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  Job job(read_options(argc, argv));
  begin_job(&argc, &argv, &job.rank, &job.size);
  const int result = run(job);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
