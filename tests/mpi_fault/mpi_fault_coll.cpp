// Collectives of device memory while one driver call fails on one rank; coll_fault_test.py runs it and judges what it prints.
//   mpi_fault_coll sweep KIND RANK BYTES FORM... CALL...   each of the first calls of each entry point that RANK makes in a
//                                                          collective of new memory fails, one in each trial
//   mpi_fault_coll open KIND RANK ENTRY NTH RESULT         a call fails while the communicator finds out whether GPUs reach
//                                                          each other; then all collectives without a failure
//   mpi_fault_coll first KIND RANK ENTRY NTH RESULT        it fails in the first collectives by kernels; NTH 0: every one does
// KIND: of memory, as penstock_gpu.h names it. FORM: blocking, started, persistent (made, started twice, freed). ENTRY "none":
// nothing fails, "calls|..." says what was called.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coll_steps.hpp"
#include "penstock_gpu.h"

namespace penstock::test {
namespace {

constexpr int kWarmUps = 20;
// This many calls of an entry point fail in one collective, beside the last; in a long collective only the first fails.
constexpr long kMostTried = 3;
constexpr long kSmall = 64, kMiddle = 100 << 10;

struct Failing {
  std::string entry;
  long nth;
};
const Failing kNothing{"", 0};

// The communicator exchanges its GPUs in one of these calls; their data are in host memory, so that there is no other driver
// call than the query of the pointer.
void warm_up(Job* job, Fault* fault, const Failing& failing) {
  for (int i = 0; i < kWarmUps; ++i) {
    ++job->number;
    int mine = i;
    int all = 0;
    fault->resume();
    const int code = MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, job->devices);
    fault->pause();
    const bool struck = !failing.entry.empty() && fault->calls_of(failing.entry) >= failing.nth;
    print_outcome(*job, "warm", struck, code, all == i * job->ranks);
    check_host(*job);
  }
}

// mpi_fault makes the calls fail that name errors.
bool is_swept(const std::string& entry) {
  return entry != "async" && !entry.starts_with("cuGetError");
}

std::vector<Failing> to_sweep(const Fault& counted, long bytes) {
  std::vector<Failing> list;
  const long most = bytes > kMiddle ? 1 : kMostTried;
  for (const std::string& entry : counted.called()) {
    if (!is_swept(entry)) continue;
    const long calls = counted.calls_of(entry);
    for (long nth = 1; nth <= std::min(calls, most); ++nth) list.push_back({entry, nth});
    if (calls > most) list.push_back({entry, calls});
  }
  return list;
}

int agree(const Job& job, int rank, int mine) {
  MPI_Bcast(&mine, 1, MPI_INT, rank, job.control);
  return mine;
}

void name_trial(Job* job, const Trial& trial, int rank, const Failing& failing) {
  ++job->number;
  if (job->rank != rank) return;
  std::printf("trial|%d|%d|%s|%ld|%s\n", job->number, rank, failing.entry.c_str(), failing.nth, trial.text().c_str());
}

// Afterwards the same call on the same communicator succeeds, and so does a call without GPUs.
void try_failing(Job* job, Trial& trial, int rank, const Failing& failing) {
  Fault fault;
  Fault none;
  name_trial(job, trial, rank, failing);
  trial.renew();
  if (job->rank == rank) fault.arm(failing.entry, failing.nth, kUnknownError);
  trial.run("fail", &fault, job->rank == rank ? failing.entry : "", failing.nth);
  check_host(*job);
  trial.check_reused();
  trial.fill();
  trial.run("again", &none, "", 0);
  check_host(*job);
}

void sweep(Job* job, int rank, long bytes, Trial& trial) {
  Fault counted;
  ++job->number;
  trial.renew();
  trial.run("clean", &counted, "", 0);
  check_host(*job);
  std::vector<Failing> list;
  if (job->rank == rank) list = to_sweep(counted, bytes);
  list.resize(static_cast<std::size_t>(agree(*job, rank, static_cast<int>(list.size()))));
  for (const Failing& failing : list) try_failing(job, trial, rank, failing);
}

std::optional<Form> form_named(const std::string& name) {
  for (const Form form : {Form::kBlocking, Form::kStarted, Form::kPersistent}) {
    if (name == name_of(form)) return form;
  }
  return std::nullopt;
}

int run_sweep(Job* job, const std::vector<std::string>& words) {
  const int rank = std::atoi(words[2].c_str());
  const long bytes = std::atol(words[3].c_str());
  Fault none;
  warm_up(job, &none, kNothing);
  std::vector<Form> forms;
  for (std::size_t i = 4; i < words.size(); ++i) {
    if (const auto form = form_named(words[i]); form) {
      forms.push_back(*form);
      continue;
    }
    for (const Form form : forms) {
      Trial trial(*job, call_named(words[i]), form, bytes, kind_named(words[1]));
      sweep(job, rank, bytes, trial);
    }
  }
  return 0;
}

std::vector<std::unique_ptr<Trial>> all_trials(const Job& job, const MemoryKind& kind) {
  std::vector<std::unique_ptr<Trial>> trials;
  for (const long bytes : {kSmall, kMiddle}) {
    for (const Call call : tried_calls()) {
      for (const Form form : {Form::kBlocking, Form::kStarted, Form::kPersistent}) {
        trials.push_back(std::make_unique<Trial>(job, call, form, bytes, kind));
        trials.back()->renew();
      }
    }
  }
  return trials;
}

// Makes all calls in both forms, with two lengths. After a failure on the device nothing can be allocated, freed or compared.
void run_all(Job* job, const char* kind, const MemoryKind& memory, Fault* fault, const Failing& failing) {
  const std::vector<std::unique_ptr<Trial>> trials = all_trials(*job, memory);
  for (const std::unique_ptr<Trial>& trial : trials) {
    ++job->number;
    if (failing.entry == "async") trial->do_not_look();
    trial->run(kind, fault, failing.entry, failing.nth);
    check_host(*job);
    trial->check_reused();
  }
}

int run_one(Job* job, const std::vector<std::string>& words) {
  Fault fault;
  Fault none;
  const MemoryKind memory = kind_named(words[1]);
  const Failing failing{words[3], std::atol(words[4].c_str())};
  const bool mine = std::atoi(words[2].c_str()) == job->rank && failing.entry != "none";
  const bool at_first = words[0] == "first";
  if (at_first) warm_up(job, &none, kNothing);
  if (mine) fault.arm(failing.entry, failing.nth, std::atoi(words[5].c_str()));
  const Failing counted = mine ? failing : kNothing;
  if (at_first) {
    run_all(job, "first", memory, &fault, counted);
  } else {
    warm_up(job, &fault, counted);
  }
  check_host(*job);
  if (failing.entry != "async") run_all(job, "after", memory, &none, kNothing);
  fault.print(job->rank);
  return 0;
}

int run(Job* job, const std::vector<std::string>& words) {
  if (words.size() > 5 && words[0] == "sweep") return run_sweep(job, words);
  if (words.size() == 6 && (words[0] == "open" || words[0] == "first")) return run_one(job, words);
  give_up("unknown arguments");
}

void open_job(Job* job) {
  MPI_Comm_rank(MPI_COMM_WORLD, &job->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &job->ranks);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_dup(MPI_COMM_WORLD, &job->devices);
  MPI_Comm_dup(MPI_COMM_WORLD, &job->control);
  if (const std::string why = open_gpu(job->rank); !why.empty()) give_up("no GPU: " + why);
}

int close_job(Job* job) {
  MPI_Comm_free(&job->devices);
  MPI_Comm_free(&job->control);
  if (MPI_Finalize() != MPI_SUCCESS) std::printf("lost|%d|MPI_Finalize failed\n", job->rank);
  std::printf("end|%d\n", job->rank);
  return 0;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (argc < 2 || MPI_Init(&argc, &argv) != MPI_SUCCESS) return 3;
  Job job;
  open_job(&job);
  run(&job, {argv + 1, argv + argc});
  return close_job(&job);
}
