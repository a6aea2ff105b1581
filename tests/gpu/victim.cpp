// Blocking or started collectives of GPU memory in a row, until a rank dies. Driven by death_test.py:
// mpiexec -n 4 gpu_victim [--part INTEGERS] [--started] [--stubborn] [ACTION [RANK]]
// Once all have taken kWarmUps rounds and say so, RANK: `abort`s in a call's place, is `launch`-killed in front of its next
// kernel, or `kernel`-killed in its next operation on the device (both on the stand-in driver, which does it). `wait`: for a
// signal from outside. `none`: that is all. --stubborn: the others ignore SIGTERM.
#include <mpi.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "coll_ints.hpp"
#include "coll_job.hpp"
#include "common/standin.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr int kWarmUps = 4;  // rounds of all calls: after the first a communicator has exchanged its GPUs
constexpr int kKill = -9;    // PENSTOCK_FAKECUDA_KILL

struct Options {
  int part = 16;
  Form form = Form::kBlocking;
  bool stubborn = false;
  std::string action = "none";
  int actor = 0;
};

struct Turn {
  IntCase what;
  std::unique_ptr<Memory> send, recv;
};

std::vector<Turn> prepare(const Options& options, int rank, int size) {
  std::vector<Turn> turns;
  for (const CallRow& row : all_calls()) {
    if (row.call == Call::kBarrier) continue;
    const IntCase what{row.call, size, rank, size - 1, options.part, 0};
    turns.push_back({what, memory_of(kDeviceMemory, given(what)), memory_of(kDeviceMemory, before(what))});
  }
  return turns;
}

void take(const Options& options, const Turn& turn) {
  IntLists lists;
  MPI_Request request = MPI_REQUEST_NULL;
  int code = begin(turn.what, options.form, turn.send->at(0), turn.recv->at(0), MPI_COMM_WORLD, &lists, &request);
  if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (code == MPI_SUCCESS) return;
  char why[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, why, &length);
  give_up(std::string(row_of(turn.what.call).name) + ": " + why);
}

void check(const Turn& turn) {
  const std::vector<int> expected = after(turn.what);
  std::vector<int> got(expected.size());
  turn.recv->get(0, got.data(), got.size() * sizeof(int));
  if (got != expected) give_up(std::string(row_of(turn.what.call).name) + ": wrong data");
}

void kill_at(const char* entry) {
  if (!standin::fail(entry, 1, kKill)) give_up("a GPU's driver does not kill: run this on the stand-in driver");
}

void act(const Options& options) {
  if (options.action == "abort") MPI_Abort(MPI_COMM_WORLD, 42);
  if (options.action == "launch") kill_at("cuLaunchKernel");
  if (options.action == "kernel") kill_at("async");
}

void run(const Options& options, int rank, int size) {
  const std::vector<Turn> turns = prepare(options, rank, size);
  for (int round = 0; round < kWarmUps; ++round) {
    for (const Turn& turn : turns) take(options, turn);
  }
  for (const Turn& turn : turns) check(turn);
  std::printf("rank %d of %d ready\n", rank, size);
  if (options.action == "none") return;
  MPI_Barrier(MPI_COMM_WORLD);  // all ranks have printed it
  if (rank == options.actor) act(options);
  for (;;) {
    for (const Turn& turn : turns) take(options, turn);
  }
}

Options read_options(int argc, char** argv) {
  Options options;
  std::vector<std::string> rest;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--part" && i + 1 < argc) {
      options.part = std::atoi(argv[++i]);
    } else if (word == "--started") {
      options.form = Form::kStarted;
    } else if (word == "--stubborn") {
      options.stubborn = true;
    } else {
      rest.push_back(word);
    }
  }
  if (!rest.empty()) options.action = rest[0];
  if (rest.size() > 1) options.actor = std::atoi(rest[1].c_str());
  return options;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const Options options = read_options(argc, argv);
  if (options.stubborn) std::signal(SIGTERM, SIG_IGN);
  int rank = 0;
  int size = 1;
  begin_job(&argc, &argv, &rank, &size);
  run(options, rank, size);
  return MPI_Finalize() == MPI_SUCCESS ? 0 : 1;
}
