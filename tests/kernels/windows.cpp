// Kernels on windows: put with signals, fetch-add, barriers, reductions; the same on symmetric memory of OpenSHMEM.
#include <shmem.h>
#include <shmemx.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>

#include "kernel_job.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kHead = 256;  // signals and counters

struct Form {
  const char* name;
  unsigned threads;
};
constexpr Form kForms[] = {{"thread", 1}, {"warp", 32}, {"block", 96}};

// Makes the calls of all ranks, one behind the other, on the same window.
class Ring {
 public:
  explicit Ring(KernelJob& job) : job_(job), window_(kHead + kMost + 64) {}

  void go(const Form& form, std::size_t bytes, std::size_t skew) {
    const auto rounds = static_cast<std::size_t>(job_.rounds);
    DeviceArray source(bytes * rounds + 64), target(bytes * rounds + 64), results(64);
    const std::vector<std::uint8_t> mine = pattern(job_.rank, static_cast<int>(bytes), bytes * rounds);
    source.write(mine, skew);
    KernelArguments arguments{window_.handle};
    arguments.source = source.address() + skew;
    arguments.target = target.address() + skew / 2;
    arguments.results = results.address();
    arguments.bytes = bytes;
    arguments.offset = kHead + skew;
    arguments.rounds = job_.rounds;
    arguments.peer = job_.next();
    arguments.first = first_;
    first_ += job_.rounds;
    job_.run((std::string("test_ring_") + form.name).c_str(), 1, form.threads, arguments);
    const std::string what =
        std::string("ring by ") + form.name + ", " + std::to_string(bytes) + " bytes from " + std::to_string(skew);
    job_.check(results.read<std::uint64_t>(1)[0] == 0, what + ": a wait was given up");
    const auto expected = pattern(job_.before(), static_cast<int>(bytes), bytes * rounds);
    job_.check(target.read<std::uint8_t>(bytes * rounds, skew / 2) == expected, what + ": wrong data");
  }

  static constexpr std::size_t kMost = 40'000;

 private:
  KernelJob& job_;
  DeviceWindow window_;
  int first_ = 0;
};

void meet(KernelJob& job, const DeviceWindow& window, const char* kernel, unsigned blocks, unsigned threads, int* first) {
  DeviceArray results(std::size_t{8} * blocks);
  KernelArguments arguments{window.handle};
  arguments.results = results.address();
  arguments.offset = kHead;
  arguments.rounds = job.rounds;
  arguments.first = *first;
  *first += job.rounds;
  job.run(kernel, blocks, threads, arguments);
  for (const std::uint64_t wrong : results.read<std::uint64_t>(blocks)) {
    job.check(wrong == 0, std::string(kernel) + ": wrong " + std::to_string(wrong));
  }
}

void reduce(KernelJob& job, const DeviceWindow& window, std::size_t count) {
  const auto all = [&](int rank, std::size_t i) {
    return static_cast<std::int64_t>((i * 7 + 3) % 101) * (rank % 3 - 1) + rank;
  };
  const auto real = [&](int rank, std::size_t i) { return 1.0 / (1.0 + static_cast<double>(i) + rank * 3.0); };
  std::vector<std::int64_t> mine(count), sum(count, 0), least(count, std::numeric_limits<std::int64_t>::max()),
      most(count, std::numeric_limits<std::int64_t>::min());
  std::vector<double> mine_real(count), sum_real(count, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    mine[i] = all(job.rank, i);
    mine_real[i] = real(job.rank, i);
    for (int rank = 0; rank < job.size; ++rank) {
      sum[i] += all(rank, i);
      least[i] = std::min(least[i], all(rank, i));
      most[i] = std::max(most[i], all(rank, i));
      sum_real[i] = rank == 0 ? real(0, i) : sum_real[i] + real(rank, i);  // in the order of ranks, so that the bits are equal
    }
  }
  DeviceArray source(count * 16), target(count * 32), results(8);
  source.write(mine);
  source.write(mine_real, count * 8);
  KernelArguments arguments{window.handle};
  arguments.source = source.address();
  arguments.target = target.address();
  arguments.results = results.address();
  arguments.bytes = count * 8;
  arguments.rounds = 3;
  job.run("test_reductions", 1, 64, arguments);
  const std::string what = "reductions of " + std::to_string(count);
  job.check(results.read<std::uint64_t>(1)[0] == 0, what + ": a wait was given up");
  job.check(target.read<std::int64_t>(count) == sum, what + ": wrong sum");
  job.check(target.read<std::int64_t>(count, count * 8) == least, what + ": wrong minimum");
  job.check(target.read<std::int64_t>(count, count * 16) == most, what + ": wrong maximum");
  job.check(target.read<double>(count, count * 24) == sum_real, what + ": wrong sum of doubles");
}

}  // namespace

void messages(KernelJob& job) {
  Ring ring(job);
  for (const Form& form : kForms) {
    ring.go(form, 8, 0);
    ring.go(form, 1000, 8);
    ring.go(form, 1023, 5);
    ring.go(form, 2000, 4);
  }
  ring.go(kForms[2], Ring::kMost, 0);
  ring.go(kForms[1], Ring::kMost, 0);
}

void counters(KernelJob& job) {
  constexpr unsigned kThreads = 64;
  const DeviceWindow window(kHead);
  if (window.handle.atomics == 0) {
    std::printf("rank %d: atomics do not reach all GPUs here: counters are left out\n", job.rank);
    job.check(true, "");
    return;
  }
  DeviceArray results(kThreads * 8);
  KernelArguments arguments{window.handle};
  arguments.results = results.address();
  arguments.offset = 16;
  job.run("test_count", 1, kThreads, arguments);
  std::vector<std::uint64_t> tickets = results.read<std::uint64_t>(kThreads);
  std::vector<std::uint64_t> everybodys(tickets.size() * static_cast<std::size_t>(job.size));
  MUST(MPI_Allgather(tickets.data(), kThreads, MPI_UINT64_T, everybodys.data(), kThreads, MPI_UINT64_T, MPI_COMM_WORLD));
  std::sort(everybodys.begin(), everybodys.end());
  std::vector<std::uint64_t> expected(everybodys.size());
  std::iota(expected.begin(), expected.end(), 0);
  job.check(everybodys == expected, "fetch-add gave some ticket twice");
}

void meetings(KernelJob& job) {
  constexpr unsigned kBlocks = 4;
  const DeviceWindow window(kHead + 8 * kBlocks * static_cast<std::size_t>(job.size));
  int first = 0;
  meet(job, window, "test_rounds_thread", 1, 1, &first);
  meet(job, window, "test_rounds_warp", 1, 32, &first);
  meet(job, window, "test_rounds_block", 1, 96, &first);
  meet(job, window, "test_grids", kBlocks, 64, &first);
  meet(job, window, "test_grids", 1, 32, &first);
  meet(job, window, "test_rounds_block", 1, 32, &first);
}

void reductions(KernelJob& job) {
  const DeviceWindow window(kHead);
  for (const std::size_t count : {std::size_t{1}, std::size_t{100}, std::size_t{128}, std::size_t{300}})
    reduce(job, window, count);
}

// The host sets the word that it would set if a member were lost.
void given_up(KernelJob& job) {
  const DeviceWindow window(kHead);
  DeviceArray results(8);
  KernelArguments arguments{window.handle};
  arguments.results = results.address();
  job.launch("test_wait_in_vain", 1, 64, arguments);
  auto* const word = reinterpret_cast<std::uint32_t*>(window.handle.abort);
  std::atomic_ref<std::uint32_t>(*word).store(1, std::memory_order_release);
  job.wait();
  job.check(results.read<std::uint64_t>(1)[0] == 1, "a wait did not tell that it was given up");
}

void symmetric(KernelJob& job) {
  constexpr std::size_t kBytes = 3000;
  shmem_init();
  void* const memory = shmemx_malloc_device(kHead + kBytes);
  if (memory == nullptr) give_up("no symmetric memory on GPUs");
  const std::vector<std::uint8_t> zeros(kHead);
  need(penstock_gpu_copy(memory, zeros.data(), zeros.size()), "filling symmetric memory");
  KernelArguments arguments{};
  job.check(shmemx_get_device_handle(memory, &arguments.window) == 0, "no device handle of symmetric memory");
  job.check(arguments.window.rank == shmem_my_pe() && arguments.window.size == shmem_n_pes(), "the handle names another PE");
  DeviceArray source(kBytes), target(kBytes), results(16);
  source.write(pattern(job.rank, 1, kBytes));
  arguments.source = source.address();
  arguments.target = target.address();
  arguments.results = results.address();
  arguments.bytes = kBytes;
  arguments.offset = kHead;
  arguments.peer = job.next();
  shmem_barrier_all();
  job.run("test_symmetric", 1, 96, arguments);
  const auto found = results.read<std::uint64_t>(2);
  job.check(found[0] == 0, "symmetric memory: a wait was given up");
  job.check(found[1] == (arguments.window.atomics != 0 ? 5U : 0U), "symmetric memory: wrong count");
  job.check(target.read<std::uint8_t>(kBytes) == pattern(job.before(), 1, kBytes), "symmetric memory: wrong data");
  shmem_free(memory);
  shmem_finalize();
}

void arguments(KernelJob& job) {
  MPI_Win window = MPI_WIN_NULL;
  penstock_device_window handle{};
  void* host = nullptr;
  MUST(MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &host, &window));
  MUST(MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN));
  job.check_error(MPIX_Win_get_device_handle(window, &handle), MPI_ERR_UNSUPPORTED_OPERATION, "", "a handle of host memory");
  MUST(MPI_Win_free(&window));
  MUST(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  MUST(MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN));
  job.check_error(MPIX_Win_get_device_handle(window, &handle), MPI_ERR_RMA_FLAVOR, "dynamic", "a handle of a dynamic window");
  MUST(MPI_Win_free(&window));
  {
    const DeviceWindow good(64);
    MUST(MPIX_Win_get_device_handle(good.window(), &handle));
    job.check(handle.members == good.handle.members && handle.abort == good.handle.abort, "a second handle is another");
    job.check(handle.version == PENSTOCK_DEVICE_VERSION && handle.rank == job.rank && handle.size == job.size, "wrong handle");
  }
  MPI_Request request = MPI_REQUEST_NULL;
  MPIX_Prequest device = MPIX_PREQUEST_NULL;
  int number = 0;
  job.check_error(MPIX_Prequest_create(request, &device), MPI_ERR_REQUEST, "NULL", "a handle of no request");
  MUST(MPI_Send_init(&number, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request));
  job.check_error(MPIX_Prequest_create(request, &device), MPI_ERR_REQUEST, "partitioned", "a handle of another request");
  MUST(MPI_Request_free(&request));
  MUST(MPI_Psend_init(&number, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  job.check_error(MPIX_Prequest_create(request, &device), MPI_ERR_REQUEST, "MPI_PROC_NULL", "a handle of a request to nobody");
  MUST(MPI_Request_free(&request));
  job.check_error(MPIX_Prequest_free(&device), MPI_ERR_REQUEST, "no device handle", "freeing no handle");
}

// GPUs that cannot access each other are refused on all ranks alike, and the window works for the host's calls.
void refused(KernelJob& job) {
  DeviceArray memory(kHead);
  MPI_Win window = MPI_WIN_NULL;
  penstock_device_window handle{};
  MUST(MPI_Win_create(memory.data(), kHead, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  MUST(MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN));
  for (int turn = 0; turn < 2; ++turn) {
    job.check_error(MPIX_Win_get_device_handle(window, &handle), MPI_ERR_UNSUPPORTED_OPERATION, "do not reach",
                    "a handle of strangers");
  }
  const int number = 77 + job.rank;
  MUST(MPI_Win_fence(0, window));
  MUST(MPI_Put(&number, 1, MPI_INT, job.next(), 8, 1, MPI_INT, window));
  MUST(MPI_Win_fence(0, window));
  job.check(memory.read<int>(1, 8)[0] == 77 + job.before(), "a put behind a refused handle: wrong data");
  MUST(MPI_Win_free(&window));
}

// Returns the microseconds of each function, by kernels that do nothing else.
void times(KernelJob& job) {
  const DeviceWindow window(kHead + 65536);
  DeviceArray source(65536);
  KernelArguments arguments{window.handle};
  arguments.source = source.address();
  arguments.offset = kHead;
  arguments.rounds = job.rounds;
  arguments.peer = job.next();
  int first = 0;
  const auto tell = [&](const std::string& what, const char* kernel, unsigned threads, double parts) {
    for (int turn = 0; turn < 2; ++turn) {
      arguments.first = first;
      first += job.rounds;
      MUST(MPI_Barrier(MPI_COMM_WORLD));
      const double seconds = job.run(kernel, 1, threads, arguments);
      if (turn == 1 && job.rank == 0) std::printf("# %-36s %10.2f us\n", what.c_str(), seconds / job.rounds / parts * 1e6);
    }
  };
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{4096}, std::size_t{65536}}) {
    arguments.bytes = bytes;
    if (job.size == 2) tell("put with signal, one way, " + std::to_string(bytes) + " B", "test_ping_pong", 128, 2);
  }
  tell("barrier of a block", "test_barriers_alone", 64, 1);
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{1024}}) {
    arguments.bytes = bytes;
    tell("reduction to all, " + std::to_string(bytes) + " B", "test_reductions_alone", 128, 1);
  }
  partition_times(job);
  job.check(true, "");
}

// All ranks but the last wait for a signal that never comes; the last one is to be killed.
void lonely(KernelJob& job) {
  const DeviceWindow window(kHead);
  DeviceArray results(8);
  KernelArguments arguments{window.handle};
  arguments.results = results.address();
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  std::printf("rank %d of %d ready\n", job.rank, job.size);
  std::fflush(stdout);
  if (job.rank == job.size - 1) std::abort();
  job.run("test_wait_in_vain", 1, 64, arguments);
}

}  // namespace penstock::test
