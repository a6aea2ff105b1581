// penstock-interference measures the cost that small messages of GPU memory have for the GPU calls of the same program.
// README.md describes its use.
#include <mpi.h>
#include <penstock_gpu.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <random>
#include <thread>

#include "calls.hpp"
#include "mpi_call.hpp"
#include "options.hpp"
#include "pinger.hpp"
#include "report.hpp"
#include "scene.hpp"

namespace {

using bench::check;
using bench::Failure;
namespace interference = bench::interference;

struct Named {
  const char* name;
  std::unique_ptr<interference::Call> call;  // null where the call is not available
  std::string why;
  bench::Samples samples = {};
};

// Pauses of varying lengths, up to twice the life of a kernel that stays on the GPU, so that calls begin at any point of that
// life. The lengths are the same on every rank.
class Pauses {
 public:
  void next() {
    constexpr double kLongest = 200e-6;
    const double seconds = std::uniform_real_distribution<>(0, kLongest)(random_);
    const auto begin = bench::Clock::now();
    while (bench::seconds_since(begin) < seconds) std::this_thread::yield();
  }

 private:
  std::minstd_rand random_;
};

// The first tenth of the time does not count.
void measure(double seconds, interference::Call& call, bench::Samples* samples) {
  Pauses pauses;
  const auto begin = bench::Clock::now();
  for (;;) {
    const double elapsed = bench::seconds_since(begin);
    if (call.enough(elapsed >= seconds && samples->operations() > 0)) break;
    pauses.next();
    const auto from = bench::Clock::now();
    call.run();
    if (elapsed >= seconds / 10) samples->add(bench::seconds_since(from));
  }
  call.check_result();
}

int device_of(MPI_Comm ranks) {
  MPI_Comm host = MPI_COMM_NULL;
  int local = 0;
  check(MPI_Comm_split_type(ranks, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host), "MPI_Comm_split_type");
  check(MPI_Comm_rank(host, &local), "MPI_Comm_rank");
  check(MPI_Comm_free(&host), "MPI_Comm_free");
  const int devices = penstock_gpu_open();
  if (devices == 0) throw Failure(std::string("this needs a GPU and its driver: ") + penstock_gpu_error());
  return local % devices;
}

std::string library_name() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  check(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  return {text, static_cast<std::size_t>(length)};
}

std::vector<Named> make_calls(MPI_Comm ranks, const bench::Memory& memory) {
  std::vector<Named> out;
  out.push_back({"synchronize", interference::make_synchronize(), {}});
  out.push_back({"allocate", interference::make_allocate(), {}});
  out.push_back({"launch", interference::make_launch(memory), {}});
  Named nccl{"nccl", nullptr, {}};
  nccl.call = interference::make_nccl(ranks, memory, &nccl.why);
  out.push_back(std::move(nccl));
  return out;
}

// Between the pinger's start and its end this thread may not call MPI, so on a failure it ends the job from here.
void measure_all(const interference::Options& options, int rank, std::vector<Named>& calls, interference::Pinger* pinger) {
  try {
    if (pinger != nullptr) pinger->start();
    for (Named& one : calls) {
      if (one.call != nullptr) measure(options.seconds, *one.call, &one.samples);
    }
    if (pinger != nullptr) pinger->finish();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "penstock-interference: rank %d: %s\n", rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::_Exit(1);  // skips destructors: the other thread still runs
  }
}

void run(const interference::Options& options, MPI_Comm ranks, int rank) {
  interference::Results results;
  results.library = library_name();
  check(MPI_Comm_size(ranks, &results.ranks), "MPI_Comm_size");
  if (rank == 0) interference::write_json(options, results);  // a file that cannot be written is reported at the start
  const int device = device_of(ranks);
  const bench::Memory memory("device", device);
  results.where = memory.where();
  std::vector<Named> calls = make_calls(ranks, memory);
  std::optional<interference::Pinger> pinger;
  if (!options.idle) pinger.emplace(ranks, rank, memory, device);
  check(MPI_Barrier(ranks), "MPI_Barrier");
  measure_all(options, rank, calls, pinger ? &*pinger : nullptr);
  for (const Named& one : calls) {
    const bool made = one.call != nullptr;
    results.calls.push_back(made ? interference::summarise(ranks, one.name, one.samples)
                                 : interference::Row{.name = one.name, .unsupported = one.why});
  }
  if (pinger) {
    results.messages = interference::summarise(ranks, "messages", pinger->latencies());
    results.messages.iterations = pinger->messages();
  }
  if (rank != 0) return;
  interference::print(options, results);
  interference::write_json(options, results);
}

// Returns exit status 2 on every rank; rank 0 alone prints the sentence.
int refuse(int rank, const std::string& text) {
  if (rank == 0) std::fprintf(stderr, "penstock-interference: %s\n", text.c_str());
  MPI_Finalize();
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  interference::Options options;
  std::string text;
  const bench::Parsed parsed = interference::parse(argc, argv, &options, &text);
  if (parsed == bench::Parsed::kHelp) return std::fputs(text.c_str(), stdout), 0;
  int provided = MPI_THREAD_SINGLE, rank = 0, size = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (parsed == bench::Parsed::kBad) return refuse(rank, text);
  if (size != 2) return refuse(rank, "it takes 2 ranks, not " + std::to_string(size) + ": mpiexec -n 2 penstock-interference");
  if (provided < MPI_THREAD_SERIALIZED) return refuse(rank, "this MPI library gives no MPI_THREAD_SERIALIZED");
  try {
    MPI_Comm ranks = MPI_COMM_NULL;
    check(MPI_Comm_dup(MPI_COMM_WORLD, &ranks), "MPI_Comm_dup");
    check(MPI_Comm_set_errhandler(ranks, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    run(options, ranks, rank);
    MPI_Finalize();  // NCCL's communicator spans `ranks` until here
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "penstock-interference: rank %d: %s\n", rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
  }
}
