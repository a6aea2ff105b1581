// Messages between ranks 0 and 1. All times are medians over blocks.
#include <algorithm>

#include "penstock/tune_worker.hpp"

namespace penstock::tool {
namespace {

constexpr int kBlocks = 10;
constexpr int kWindow = 16;

std::size_t largest(const Worker& worker) {
  return static_cast<std::size_t>(*std::ranges::max_element(worker.ask().sizes));
}

// `once` is what both ranks do; repeats it in blocks. *us: of one, at rank 0.
template <typename Once>
Status in_blocks(Worker& worker, const Once& once, double* us) {
  constexpr int kWarm = 5;
  const double seconds = worker.ask().seconds / static_cast<double>(worker.ask().sizes.size());
  double begin = 0;
  for (int i = 0; i < 2 * kWarm; ++i) {
    if (i == kWarm) begin = now_us();
    PENSTOCK_TRY(once());
  }
  std::uint64_t repeats = 0;
  PENSTOCK_TRY(worker.repetitions((now_us() - begin) / kWarm, seconds, kBlocks, &repeats));
  std::vector<double> blocks;
  bool more = true;
  for (const double all = now_us(); more && blocks.size() < kBlocks;) {
    begin = now_us();
    for (std::uint64_t i = 0; i < repeats; ++i) PENSTOCK_TRY(once());
    blocks.push_back((now_us() - begin) / static_cast<double>(repeats));
    PENSTOCK_TRY(worker.may_go_on(all, seconds, &more));
  }
  *us = median(blocks);
  return Status::ok();
}

Status needs_two(const Worker& worker) {
  return worker.size() == 2 ? Status::ok() : Status::error(Code::kArg, "it takes two ranks, not {}", worker.size());
}

}  // namespace

Status measure_pingpong(Worker& worker, Json* out) {
  PENSTOCK_TRY(needs_two(worker));
  Space space;
  PENSTOCK_TRY(Space::allocate(worker.ask().device, largest(worker), &space));
  const int peer = 1 - worker.rank();
  for (const std::uint64_t bytes : worker.ask().sizes) {
    double us = 0;
    const auto once = [&] {
      if (worker.rank() == 0) PENSTOCK_TRY(worker.send(space.data(), bytes, peer));
      PENSTOCK_TRY(worker.recv(space.data(), bytes, peer));
      return worker.rank() == 0 ? Status::ok() : worker.send(space.data(), bytes, peer);
    };
    PENSTOCK_TRY(in_blocks(worker, once, &us));
    out->push_back({{"bytes", bytes}, {"us", us / 2}});
  }
  return Status::ok();
}

Status measure_stream(Worker& worker, Json* out) {
  PENSTOCK_TRY(needs_two(worker));
  Space space;
  PENSTOCK_TRY(Space::allocate(worker.ask().device, largest(worker), &space));
  const int peer = 1 - worker.rank();
  for (const std::uint64_t bytes : worker.ask().sizes) {
    double us = 0;
    const auto once = [&] {
      for (int i = 0; i < kWindow; ++i) {
        PENSTOCK_TRY(worker.rank() == 0 ? worker.send(space.data(), bytes, peer) : worker.recv(space.data(), bytes, peer));
      }
      return worker.rank() == 0 ? worker.recv(space.data(), 1, peer) : worker.send(space.data(), 1, peer);
    };
    PENSTOCK_TRY(in_blocks(worker, once, &us));
    out->push_back({{"bytes", bytes}, {"us", us / kWindow}});
  }
  return Status::ok();
}

// Rank 1 computes before it answers: does rank 0, which waits meanwhile, notice soon?
Status measure_late(Worker& worker, Json* out) {
  PENSTOCK_TRY(needs_two(worker));
  std::uint64_t token = 0;
  const int peer = 1 - worker.rank();
  for (const std::uint64_t pause : worker.ask().sizes) {
    double us = 0;
    const auto once = [&] {
      if (worker.rank() == 0) {
        PENSTOCK_TRY(worker.send(&token, sizeof token, peer));
        return worker.recv(&token, sizeof token, peer);
      }
      PENSTOCK_TRY(worker.recv(&token, sizeof token, peer));
      for (const double until = now_us() + static_cast<double>(pause); now_us() < until;) {
      }
      return worker.send(&token, sizeof token, peer);
    };
    PENSTOCK_TRY(in_blocks(worker, once, &us));
    out->push_back({{"bytes", pause}, {"us", std::max(0.01, us - static_cast<double>(pause))}});
  }
  return Status::ok();
}

}  // namespace penstock::tool
