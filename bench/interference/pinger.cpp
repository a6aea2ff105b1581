#include "pinger.hpp"

#include <penstock_gpu.h>

#include "mpi_call.hpp"
#include "scene.hpp"

namespace bench::interference {
namespace {

constexpr std::uint64_t kPattern = 0x1f2e3d4c5b6a7988U;
constexpr int kTurns = 64;  // round trips between two checks for the end

}  // namespace

Pinger::Pinger(MPI_Comm pair, int rank, const Memory& memory, int device)
    : pair_(pair), rank_(rank), device_(device), mine_(memory, kBytes), theirs_(memory, kBytes) {
  mine_.write(&kPattern, kBytes);
  theirs_.touch();
}

void Pinger::start() {
  thread_ = std::thread([this] { work(); });
  ready_.wait();
}

void Pinger::finish() {
  over_.store(true, std::memory_order_relaxed);
  thread_.join();
  if (failed_) std::rethrow_exception(failed_);
  std::uint64_t got = 0;
  theirs_.read(&got, kBytes);
  if (got != kPattern) throw Failure("WRONG DATA: the 8 bytes that were sent to and fro have changed");
}

void Pinger::work() noexcept {
  const bool selected = penstock_gpu_select(device_) == 0;
  const std::string why = selected ? "" : penstock_gpu_error();  // the helper belongs to the main thread from here on
  ready_.count_down();
  try {
    if (!selected) throw Failure("the sending thread cannot select its GPU: " + why);
    run();
  } catch (const std::exception& error) {
    // The other rank waits for a message that will never come.
    std::fprintf(stderr, "penstock-interference: rank %d: %s\n", rank_, error.what());
    failed_ = std::current_exception();
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

void Pinger::run() {
  for (int more = 1; more != 0;) {
    for (int i = 0; i < kTurns; ++i) turn();
    const int mine = over_.load(std::memory_order_relaxed) ? 0 : 1;
    check(MPI_Allreduce(&mine, &more, 1, MPI_INT, MPI_MAX, pair_), "MPI_Allreduce");
  }
}

// Rank 1 sends the received data back.
void Pinger::turn() {
  if (rank_ == 0) {
    const auto begin = Clock::now();
    check(MPI_Send(mine_.data(), kBytes, MPI_BYTE, 1, 0, pair_), "MPI_Send");
    check(MPI_Recv(theirs_.data(), kBytes, MPI_BYTE, 1, 0, pair_, MPI_STATUS_IGNORE), "MPI_Recv");
    latencies_.add(seconds_since(begin) / 2);
  } else {
    check(MPI_Recv(theirs_.data(), kBytes, MPI_BYTE, 0, 0, pair_, MPI_STATUS_IGNORE), "MPI_Recv");
    check(MPI_Send(theirs_.data(), kBytes, MPI_BYTE, 0, 0, pair_), "MPI_Send");
  }
  messages_ += 2;
}

}  // namespace bench::interference
