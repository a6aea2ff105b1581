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

#include "area.hpp"
#include "coll_draw.hpp"
#include "coll_ints.hpp"

namespace penstock::test {
namespace {

constexpr int kWarmUps = 20;                   // behind these a communicator has found out about its GPUs
constexpr int kParts[] = {1, 2'000, 100'000};  // integers
constexpr int kShuffles = 3;
constexpr int kMostFailures = 10;

struct Options {
  int hosts = 1;
  unsigned seed = 1;
};

struct Job {
  explicit Job(const Options& chosen) : options(chosen), drawn(chosen.seed) {}
  Options options;
  int rank = 0, size = 1;
  Draw drawn;  // the same numbers on every rank
  long cases = 0, failures = 0;
};

struct Order {
  std::string name;
  MPI_Comm comm = MPI_COMM_NULL;
};

void fail(Job& job, const std::string& why) {
  if (++job.failures <= kMostFailures)
    std::printf("rank %d: FAILED: %s (--seed %u)\n", job.rank, why.c_str(), job.options.seed);
}

void must(Job& job, int code, const std::string& what) {
  if (code == MPI_SUCCESS) return;
  char why[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, why, &length);
  fail(job, what + ": " + why);
}

std::unique_ptr<Area> area_of(const std::vector<int>& values) {
  std::string why;
  const std::size_t bytes = values.size() * sizeof(int);
  std::unique_ptr<Area> area = Area::make({"device", Where::kHelper, PENSTOCK_GPU_DEVICE}, bytes + sizeof(int), &why);
  if (area == nullptr) give_up("no device memory: " + why);
  area->put(0, values.data(), bytes);
  return area;
}

void check(Job& job, const Order& order, const IntCase& what, Form form) {
  const std::string text = std::string(row_of(what.call).name) + ", " + name_of(form) + ", of " + std::to_string(what.part) +
                           " integers a part, root " + std::to_string(what.root) + ", ranks " + order.name;
  const std::unique_ptr<Area> send = area_of(given(what));
  const std::unique_ptr<Area> recv = area_of(before(what));
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

// The ranks of each host follow one another, and there are as many hosts as were asked for.
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

// A key for this rank; all ranks draw the same permutation.
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
  long sums[2] = {job.cases, job.failures};
  MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (job.rank == 0) std::printf("gpu_hosts: %ld cases, %ld failed\n", sums[0], sums[1]);
  return sums[0] > 0 && sums[1] == 0 ? 0 : 1;
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
  MPI_Init(&argc, &argv);
  penstock::test::Job job(penstock::test::read_options(argc, argv));
  MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &job.size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const std::string why = penstock::test::open_gpu(job.rank);
  if (!why.empty()) penstock::test::give_up(why);
  const int result = penstock::test::run(job);
  MPI_Finalize();
  return result;
}
