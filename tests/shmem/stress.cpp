// Makes random calls of MPI and of OpenSHMEM on the same ranks, in turns and by several threads at the same time, and compares
// each with its expected result. All ranks draw the same calls in the same order, so each knows the calls of the others.
//
//   shmem_stress [--seconds N] [--seed N] [--threads N]      prints `N calls of MPI and OpenSHMEM, all right`
#include <mpi.h>
#include <shmem.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kMost = 96 << 10;  // bytes of one operation
constexpr int kRoundsOfATurn = 20;       // rounds until a lane reads the clock

struct Options {
  double seconds = 2;
  std::uint64_t seed = 1;
  int threads = 1;
};

#define CHECK(what)                     \
  do {                                  \
    if (!(what)) fail(__LINE__, #what); \
  } while (0)

// The byte that a rank sends at place `at` in a round of a lane.
unsigned char byte_of(std::uint64_t round, int rank, std::size_t at) {
  return static_cast<unsigned char>(round * 131 + static_cast<std::uint64_t>(rank) * 37 + at * 11 + at / 256 * 7 + 1);
}

// One thread of each rank, with a communicator, a team, a context and memory of its own. The same thread of
// all ranks draws the same calls.
class Lane {
 public:
  // Collective; one lane after the other calls it.
  Lane(const Options& options, int thread)
      : options_(options), thread_(thread), chance_(options.seed * 1000 + static_cast<std::uint64_t>(thread)) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    MPI_Comm_rank(comm_, &me_);
    MPI_Comm_size(comm_, &n_);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n_, nullptr, 0, &team_) == 0);
    CHECK(shmem_team_create_ctx(team_, options.threads > 1 ? SHMEM_CTX_SERIALIZED : 0, &ctx_) == 0);
    const auto all = static_cast<std::size_t>(n_);
    inbox_ = static_cast<unsigned char*>(shmem_malloc(kMost * all));
    outbox_ = static_cast<unsigned char*>(shmem_malloc(kMost * all));
    constant_ = static_cast<unsigned char*>(shmem_malloc(kMost));
    words_ = static_cast<std::uint64_t*>(shmem_calloc(4, sizeof(std::uint64_t)));
    CHECK(inbox_ != nullptr && outbox_ != nullptr && constant_ != nullptr && words_ != nullptr);
    for (std::size_t i = 0; i < kMost; ++i) constant_[i] = byte_of(0, me_, i);
    MPI_Win_create(inbox_, static_cast<MPI_Aint>(kMost * all), 1, MPI_INFO_NULL, comm_, &window_);
    MPI_Win_lock_all(0, window_);
    plain_.resize(kMost * all);
    shmem_barrier_all();
  }

  // Makes the calls of this thread.
  void run() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(options_.seconds);
    for (int more = 1; more != 0;) {
      for (int i = 0; i < kRoundsOfATurn; ++i) once();
      check_counts();
      more = std::chrono::steady_clock::now() < end ? 1 : 0;
      CHECK(MPI_Bcast(&more, 1, MPI_INT, 0, comm_) == MPI_SUCCESS);  // rank 0's clock decides
    }
  }

  // Collective; one lane after the other calls it.
  void end() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
    shmem_ctx_destroy(ctx_);
    shmem_team_destroy(team_);
    shmem_free(words_);
    shmem_free(constant_);
    shmem_free(outbox_);
    shmem_free(inbox_);
    MPI_Comm_free(&comm_);
  }

  [[nodiscard]] std::uint64_t rounds() const { return round_; }

 private:
  using Call = void (Lane::*)();

  void once() {
    static constexpr Call kCalls[] = {&Lane::messages,
                                      &Lane::signalled_put,
                                      &Lane::get,
                                      &Lane::count,
                                      &Lane::compare_swap,
                                      &Lane::mpi_collective,
                                      &Lane::shmem_collective,
                                      &Lane::mpi_put_shmem_get,
                                      &Lane::shmem_put_mpi_message,
                                      &Lane::words};
    constexpr std::uint64_t kinds = std::size(kCalls);
    ++round_;
    shift_ = static_cast<int>(draw(static_cast<std::uint64_t>(n_)));
    // Small sizes are more frequent, as in applications.
    bytes_ = 1 + draw(draw(4) == 0 ? kMost - 16 : 512);
    const std::uint64_t kind =
        draw(kinds + (thread_ == 0 ? 1 : 0));  // allocation is collective over all PEs: of one lane alone
    kind < kinds ? (this->*kCalls[kind])() : allocation();
  }

  // Sends messages around a ring, from and to the symmetric heap or other memory of this rank.
  void messages() {
    unsigned char* const out = draw(2) == 0 ? outbox_ : plain_.data();
    fill(out, bytes_);
    MPI_Request requests[2];
    MPI_Irecv(inbox_, static_cast<int>(bytes_), MPI_BYTE, from(), 1, comm_, &requests[0]);
    MPI_Isend(out, static_cast<int>(bytes_), MPI_BYTE, to(), 1, comm_, &requests[1]);
    CHECK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    expect(inbox_, from());
  }

  void signalled_put() {
    fill(outbox_, bytes_);
    all_have_come();  // the others have read this inbox
    shmem_ctx_putmem_signal(ctx_, inbox_, outbox_, bytes_, &words_[0], round_, SHMEM_SIGNAL_SET, to());
    CHECK(shmem_signal_wait_until(&words_[0], SHMEM_CMP_EQ, round_) == round_);
    expect(inbox_, from());
    shmem_ctx_quiet(ctx_);
  }

  void get() {
    const std::size_t at = draw(16);
    if (draw(2) == 0) {
      shmem_ctx_getmem(ctx_, plain_.data(), constant_ + at, bytes_, to());
    } else {
      shmem_ctx_getmem_nbi(ctx_, plain_.data(), constant_ + at, bytes_, to());
      shmem_ctx_quiet(ctx_);
    }
    for (std::size_t i = 0; i < bytes_; ++i) CHECK(plain_[i] == byte_of(0, to(), at + i));
  }

  // The present values of the others are unknown; check_counts() knows the sum.
  void count() {
    const std::uint64_t before = shmem_ctx_uint64_atomic_fetch_add(ctx_, &words_[1], 3, to());
    added_ += 3;
    CHECK(before % 3 == 0);
  }

  // All lanes use a lock around a count that is not atomic.
  void compare_swap() {
    const int owner = shift_;
    while (shmem_ctx_uint64_atomic_compare_swap(ctx_, &words_[2], 0, static_cast<std::uint64_t>(me_) + 1, owner) != 0)
      std::this_thread::yield();
    shmem_ctx_uint64_p(ctx_, &words_[3], shmem_ctx_uint64_g(ctx_, &words_[3], owner) + 1, owner);
    shmem_ctx_quiet(ctx_);
    shmem_ctx_uint64_atomic_set(ctx_, &words_[2], 0, owner);
    shmem_ctx_quiet(ctx_);
    locked_.resize(static_cast<std::size_t>(n_));
    locked_[static_cast<std::size_t>(owner)] += static_cast<std::uint64_t>(n_);
  }

  void mpi_collective() {
    const auto all = static_cast<std::size_t>(n_);
    const std::size_t each = bytes_ / all + 1;
    std::uint64_t sum = 0, mine = round_ + static_cast<std::uint64_t>(me_);
    switch (draw(3)) {
      case 0:
        CHECK(MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, comm_) == MPI_SUCCESS);
        CHECK(sum == sum_of(round_));
        break;
      case 1:
        if (me_ == shift_) fill(outbox_, bytes_);
        CHECK(MPI_Bcast(outbox_, static_cast<int>(bytes_), MPI_BYTE, shift_, comm_) == MPI_SUCCESS);
        expect(outbox_, shift_);
        break;
      default:
        fill(outbox_, each * all);
        CHECK(MPI_Alltoall(outbox_, static_cast<int>(each), MPI_BYTE, plain_.data(), static_cast<int>(each), MPI_BYTE, comm_) ==
              MPI_SUCCESS);
        expect_parts(plain_.data(), each);
    }
  }

  void shmem_collective() {
    const auto all = static_cast<std::size_t>(n_);
    const std::size_t each = bytes_ / all + 1;
    auto* const numbers = reinterpret_cast<std::uint64_t*>(outbox_);
    switch (draw(3)) {
      case 0:
        numbers[0] = round_ + static_cast<std::uint64_t>(me_);
        CHECK(shmem_uint64_sum_reduce(team_, numbers + 1, numbers, 1) == 0);
        CHECK(numbers[1] == sum_of(round_));
        break;
      case 1:
        if (me_ == shift_) fill(outbox_, bytes_);
        all_have_come();
        CHECK(shmem_broadcastmem(team_, inbox_, outbox_, bytes_, shift_) == 0);
        expect(inbox_, shift_);
        break;
      default:
        fill(outbox_, each * all);
        all_have_come();
        CHECK(shmem_alltoallmem(team_, inbox_, outbox_, each) == 0);
        expect_parts(inbox_, each);
    }
    all_have_come();
  }

  // MPI writes and OpenSHMEM reads: another rank than the writer reads from the target.
  void mpi_put_shmem_get() {
    fill(plain_.data(), bytes_);
    all_have_come();
    MPI_Put(plain_.data(), static_cast<int>(bytes_), MPI_BYTE, to(), 0, static_cast<int>(bytes_), MPI_BYTE, window_);
    CHECK(MPI_Win_flush(to(), window_) == MPI_SUCCESS && MPI_Barrier(comm_) == MPI_SUCCESS);
    CHECK(MPI_Win_sync(window_) == MPI_SUCCESS);
    shmem_ctx_getmem(ctx_, outbox_, inbox_, bytes_, me_ == 0 ? to() : me_);
    expect(outbox_, me_ == 0 ? me_ : from());
    all_have_come();
  }

  // OpenSHMEM puts, and the owner of the memory sends the data on by MPI.
  void shmem_put_mpi_message() {
    fill(outbox_, bytes_);
    all_have_come();
    shmem_ctx_putmem_nbi(ctx_, inbox_, outbox_, bytes_, to());
    shmem_ctx_quiet(ctx_);
    CHECK(MPI_Barrier(comm_) == MPI_SUCCESS);
    CHECK(MPI_Sendrecv(inbox_, static_cast<int>(bytes_), MPI_BYTE, from(), 2, plain_.data(), static_cast<int>(bytes_), MPI_BYTE,
                       to(), 2, comm_, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    expect(plain_.data(), me_);  // its own bytes come back
    all_have_come();
  }

  void words() {
    all_have_come();
    shmem_ctx_uint64_p(ctx_, reinterpret_cast<std::uint64_t*>(inbox_), round_ * 7 + static_cast<std::uint64_t>(me_), to());
    shmem_ctx_quiet(ctx_);
    all_have_come();
    CHECK(*reinterpret_cast<std::uint64_t*>(inbox_) == round_ * 7 + static_cast<std::uint64_t>(from()));
    const int other = (to() + 1) % n_;
    CHECK(shmem_ctx_uint64_g(ctx_, reinterpret_cast<std::uint64_t*>(inbox_), other) ==
          round_ * 7 + static_cast<std::uint64_t>((other + n_ - shift_) % n_));
    all_have_come();
  }

  void allocation() {
    auto* const memory = static_cast<unsigned char*>(draw(2) == 0 ? shmem_malloc(bytes_) : shmem_align(256, bytes_));
    CHECK(memory != nullptr);
    fill(outbox_, bytes_);
    shmem_ctx_putmem(ctx_, memory, outbox_, bytes_, to());
    shmem_ctx_quiet(ctx_);
    all_have_come();
    expect(memory, from());
    shmem_free(memory);
  }

  // Compares the counts since the beginning.
  void check_counts() {
    all_have_come();
    std::uint64_t sum = words_[1];
    CHECK(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, comm_) == MPI_SUCCESS);
    CHECK(sum == added_ * static_cast<std::uint64_t>(n_));
    if (!locked_.empty()) CHECK(words_[3] == locked_[static_cast<std::size_t>(me_)]);
    all_have_come();
  }

  // Completes the puts and atomics of all ranks; no rank is in an earlier call afterwards.
  void all_have_come() {
    shmem_ctx_quiet(ctx_);
    CHECK(draw(2) == 0 ? shmem_team_sync(team_) == 0 : MPI_Barrier(comm_) == MPI_SUCCESS);
  }

  void fill(unsigned char* out, std::size_t bytes) const {
    for (std::size_t i = 0; i < bytes; ++i) out[i] = byte_of(round_, me_, i);
  }
  void expect(const unsigned char* found, int rank) {
    for (std::size_t i = 0; i < bytes_; ++i) CHECK(found[i] == byte_of(round_, rank, i));
  }
  // Checks the result of an all-to-all exchange.
  void expect_parts(const unsigned char* found, std::size_t each) {
    for (int rank = 0; rank < n_; ++rank) {
      for (std::size_t i = 0; i < each; ++i) {
        CHECK(found[static_cast<std::size_t>(rank) * each + i] ==
              byte_of(round_, rank, static_cast<std::size_t>(me_) * each + i));
      }
    }
  }
  [[nodiscard]] std::uint64_t sum_of(std::uint64_t base) const {
    const auto all = static_cast<std::uint64_t>(n_);
    return all * base + all * (all - 1) / 2;
  }

  std::uint64_t draw(std::uint64_t below) { return chance_() % below; }
  [[nodiscard]] int to() const { return (me_ + shift_) % n_; }
  [[nodiscard]] int from() const { return (me_ + n_ - shift_) % n_; }

  [[noreturn]] void fail(int line, const char* what) {
    std::fprintf(stderr, "stress.cpp:%d: rank %d, thread %d, call %llu of %zu bytes, shift %d, --seed %llu: %s\n", line, me_,
                 thread_, static_cast<unsigned long long>(round_), bytes_, shift_,
                 static_cast<unsigned long long>(options_.seed), what);
    std::fflush(stderr);
    shmem_global_exit(1);
    std::abort();
  }

  const Options& options_;
  const int thread_;
  std::mt19937_64 chance_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  shmem_team_t team_ = SHMEM_TEAM_INVALID;
  shmem_ctx_t ctx_ = SHMEM_CTX_INVALID;
  int me_ = 0, n_ = 1, shift_ = 0;
  unsigned char *inbox_ = nullptr, *outbox_ = nullptr, *constant_ = nullptr;
  std::uint64_t* words_ = nullptr;  // the signal; the count; the lock; the count that it protects
  std::vector<unsigned char> plain_;
  std::vector<std::uint64_t> locked_;  // by owner
  std::uint64_t round_ = 0, added_ = 0;
  std::size_t bytes_ = 0;
};

bool read(int argc, char** argv, Options* out) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "--seconds")
      out->seconds = std::strtod(argv[i + 1], nullptr);
    else if (word == "--seed")
      out->seed = std::strtoull(argv[i + 1], nullptr, 10);
    else if (word == "--threads")
      out->threads = static_cast<int>(std::strtol(argv[i + 1], nullptr, 10));
    else
      return false;
  }
  return argc % 2 == 1 && out->threads >= 1 && out->seconds > 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read(argc, argv, &options)) return std::fputs("usage: shmem_stress [--seconds N] [--seed N] [--threads N]\n", stderr), 2;
  const bool several = options.threads > 1;
  int mpi_level = 0, shmem_level = 0;
  const int wanted = several ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, wanted, &mpi_level);
  if (shmem_init_thread(several ? SHMEM_THREAD_MULTIPLE : SHMEM_THREAD_SINGLE, &shmem_level) != 0 || mpi_level < wanted ||
      (several && shmem_level != SHMEM_THREAD_MULTIPLE)) {
    return std::fputs("shmem_stress: the level of threads is not given\n", stderr), 1;
  }
  std::vector<std::unique_ptr<Lane>> lanes;
  for (int thread = 0; thread < options.threads; ++thread) lanes.push_back(std::make_unique<Lane>(options, thread));
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < lanes.size(); ++i) threads.emplace_back([&lanes, i] { lanes[i]->run(); });
  lanes.front()->run();
  for (std::thread& thread : threads) thread.join();
  std::uint64_t rounds = 0;
  for (const auto& lane : lanes) rounds += lane->rounds();
  for (const auto& lane : lanes) lane->end();
  if (shmem_my_pe() == 0) std::printf("%llu calls of MPI and OpenSHMEM, all right\n", static_cast<unsigned long long>(rounds));
  shmem_finalize();
  MPI_Finalize();
  return 0;
}
