// Kernels mark partitions of requests ready, and wait for them.
#include <cstdio>
#include <memory>
#include <string>

#include "kernel_job.hpp"

namespace penstock::test {
namespace {

// One request of this rank to the next, and one from the previous rank, of `parts` partitions each.
class Pair {
 public:
  struct Shape {
    int parts = 4;
    int parts_received = 4;
    std::size_t bytes = 1024;  // bytes of a partition that is sent
    bool kernel_sends = true;
    bool kernel_receives = true;
  };

  Pair(KernelJob& job, const Shape& shape)
      : job_(job),
        shape_(shape),
        all_(shape.bytes * static_cast<std::size_t>(shape.parts)),
        out_(all_),
        in_(all_),
        copied_(all_),
        pattern_(all_),
        results_(std::size_t{8} * kBlocks) {
    const auto count = static_cast<MPI_Count>(shape.bytes);
    const auto count_received = static_cast<MPI_Count>(all_ / static_cast<std::size_t>(shape.parts_received));
    MUST(MPI_Psend_init_c(out_.data(), shape.parts, count, MPI_BYTE, job.next(), 7, MPI_COMM_WORLD, MPI_INFO_NULL,
                          &requests_[0]));
    MUST(MPI_Precv_init_c(in_.data(), shape.parts_received, count_received, MPI_BYTE, job.before(), 7, MPI_COMM_WORLD,
                          MPI_INFO_NULL, &requests_[1]));
    if (shape.kernel_sends) MUST(MPIX_Prequest_create(requests_[0], &send_));
    if (shape.kernel_receives) MUST(MPIX_Prequest_create(requests_[1], &recv_));
  }
  ~Pair() {
    if (send_ != MPIX_PREQUEST_NULL) MUST(MPIX_Prequest_free(&send_));
    if (recv_ != MPIX_PREQUEST_NULL) MUST(MPIX_Prequest_free(&recv_));
    for (MPI_Request& request : requests_) MUST(MPI_Request_free(&request));
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  void start(int turn, const std::string& form) {
    const std::string what = "partitions by " + form + ", start " + std::to_string(turn);
    pattern_.write(pattern(job_.rank, turn, all_));
    if (!shape_.kernel_sends) out_.write(pattern(job_.rank, turn, all_));
    MUST(MPI_Startall(2, requests_));
    KernelArguments arguments{};
    arguments.send = send_;
    arguments.recv = recv_;
    arguments.source = out_.address();
    arguments.pattern = pattern_.address();
    arguments.arriving = in_.address();
    arguments.target = copied_.address();
    arguments.results = results_.address();
    arguments.bytes = shape_.bytes;
    arguments.bytes_received = all_ / static_cast<std::size_t>(shape_.parts_received);
    arguments.rounds = shape_.parts;
    arguments.received = shape_.parts_received;
    const unsigned threads = form == "thread" ? 1 : form == "warp" ? 32 : 96;
    job_.launch(("test_partitions_" + form).c_str(), kBlocks, threads, arguments);
    if (!shape_.kernel_sends) MUST(MPI_Pready_range(0, shape_.parts - 1, requests_[0]));
    for (int i = 0; !shape_.kernel_receives && i < shape_.parts_received; ++i) {
      int there = 0;
      while (there == 0) MUST(MPI_Parrived(requests_[1], i, &there));
    }
    job_.wait();
    MUST(MPI_Waitall(2, requests_, MPI_STATUSES_IGNORE));
    const auto expected = pattern(job_.before(), turn, all_);
    job_.check(in_.read<std::uint8_t>(all_) == expected, what + ": wrong data behind the wait");
    if (shape_.kernel_receives) job_.check(copied_.read<std::uint8_t>(all_) == expected, what + ": wrong data in the kernel");
    for (const std::uint64_t lost : results_.read<std::uint64_t>(kBlocks))
      job_.check(lost == 0, what + ": a wait was given up");
    if (shape_.kernel_sends) direct_ += is_direct();
  }

  // Sends one partition in each direction, alternately; returns the microseconds of one way.
  double time_turns() {
    MUST(MPI_Startall(2, requests_));
    KernelArguments arguments{};
    arguments.send = send_;
    arguments.recv = recv_;
    arguments.results = results_.address();
    arguments.rounds = shape_.parts;
    arguments.peer = job_.rank == 0 ? 1 : 0;
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    const double seconds = job_.run("test_partitions_by_turns", 1, 128, arguments);
    MUST(MPI_Waitall(2, requests_, MPI_STATUSES_IGNORE));
    job_.check(results_.read<std::uint64_t>(1)[0] == 0, "partitions by turns: a wait was given up");
    return seconds / shape_.parts / 2 * 1e6;
  }

  // Tries the errors of handles, between two starts.
  void try_handles() {
    MPIX_Prequest second = MPIX_PREQUEST_NULL;
    job_.check_error(MPIX_Prequest_create(requests_[0], &second), MPI_ERR_REQUEST, "already", "a second handle");
    MUST(MPI_Start(&requests_[1]));
    job_.check_error(MPIX_Prequest_free(&recv_), MPI_ERR_REQUEST, "active", "freeing the handle of an active request");
    // until here no partition may arrive, since a partition that has arrived is not under way
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    MUST(MPI_Start(&requests_[0]));
    MUST(MPI_Pready_range(0, shape_.parts - 1, requests_[0]));
    MUST(MPI_Waitall(2, requests_, MPI_STATUSES_IGNORE));
    MPIX_Prequest copy = recv_;
    MUST(MPIX_Prequest_free(&recv_));
    job_.check(recv_ == MPIX_PREQUEST_NULL, "a freed handle is not null");
    job_.check_error(MPIX_Prequest_free(&copy), MPI_ERR_REQUEST, "freed before", "freeing a handle again");
    MUST(MPIX_Prequest_create(requests_[1], &recv_));
  }

  [[nodiscard]] int direct() const { return direct_; }
  // Returns how many partitions of the last start went directly.
  [[nodiscard]] int is_direct() const {
    const auto* const words = reinterpret_cast<const std::uint32_t*>(send_ + 1);
    int direct = 0;
    for (int i = 0; i < shape_.parts; ++i) direct += (words[i] & PENSTOCK_DEVICE_DIRECT) != 0 ? 1 : 0;
    return direct;
  }

 private:
  static constexpr unsigned kBlocks = 2;
  KernelJob& job_;
  Shape shape_;
  std::size_t all_;
  DeviceArray out_, in_, copied_, pattern_, results_;
  MPI_Request requests_[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPIX_Prequest send_ = MPIX_PREQUEST_NULL;
  MPIX_Prequest recv_ = MPIX_PREQUEST_NULL;
  int direct_ = 0;
};

}  // namespace

// The first start goes through the host; later starts go by kernels, if the start of the receive is known.
void partitions(KernelJob& job) {
  for (const char* const form : {"block", "warp", "thread"}) {
    for (const std::size_t bytes : {std::size_t{8}, std::size_t{1000}, std::size_t{6000}}) {
      Pair pair(job, {.parts = 5, .parts_received = 5, .bytes = bytes});
      for (int turn = 1; turn <= 5; ++turn) {
        if (turn == 3 && bytes == 8) pair.try_handles();
        pair.start(turn, form);
      }
      int all = 0;
      const int mine = pair.direct();
      MUST(MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
      if (job.rank == 0)
        std::printf("# %s, %zu B: %d of %d partitions were copied by kernels\n", form, bytes, all, 25 * job.size);
    }
  }
}

// The first start of each size goes through the host.
void partition_times(KernelJob& job) {
  if (job.size != 2) return;
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{4096}, std::size_t{65536}}) {
    Pair pair(job, {.parts = job.rounds, .parts_received = job.rounds, .bytes = bytes});
    double us = 0;
    for (int turn = 0; turn < 4; ++turn) {
      us = pair.time_turns();
      if (turn == 0 && job.rank == 0) std::printf("# partition by the host, one way, %zu B: %.2f us\n", bytes, us);
    }
    if (job.rank == 0)
      std::printf("# partition, one way, %zu B: %.2f us, %d of %d by kernels\n", bytes, us, pair.is_direct(), job.rounds);
  }
}

// Kernels serve one side, the host the other.
void partitions_half(KernelJob& job) {
  Pair sends(job, {.kernel_receives = false});
  for (int turn = 1; turn <= 3; ++turn) sends.start(turn, "block");
  job.check(sends.direct() == 0, "a kernel wrote to memory of a receiver that has no handle");
  Pair receives(job, {.kernel_sends = false});
  for (int turn = 1; turn <= 3; ++turn) receives.start(turn, "warp");
}

// Sides with different numbers of partitions use messages.
void partitions_unlike(KernelJob& job) {
  Pair pair(job, {.parts = 6, .parts_received = 3, .bytes = 500, .kernel_receives = false});
  for (int turn = 1; turn <= 3; ++turn) pair.start(turn, "block");
  Pair other(job, {.parts = 3, .parts_received = 6, .bytes = 500, .kernel_receives = true});
  for (int turn = 1; turn <= 3; ++turn) other.start(turn, "thread");
  job.check(other.direct() == 0, "a kernel wrote to partitions that are cut in another way");
}

}  // namespace penstock::test
