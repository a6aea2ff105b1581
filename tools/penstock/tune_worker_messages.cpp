// Measures messages between ranks 0 and 1. All times are medians over blocks.
#include <algorithm>
#include <array>

#include "penstock/tune_worker.hpp"

namespace penstock::tool {
namespace {

constexpr int kBlocks = 10;
constexpr int kWindow = 16;
constexpr int kBurst = 32;

std::size_t largest(const Worker& worker) {
  return static_cast<std::size_t>(*std::ranges::max_element(worker.ask().sizes));
}

// Repeats `once`, which both ranks run, in blocks. *us is the time of one repetition, at rank 0.
template <typename Once>
Status in_blocks(Worker& worker, double seconds, const Once& once, double* us) {
  constexpr int kWarm = 5;
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

// Returns the time for one size.
double part_of(const Worker& worker) {
  return worker.ask().seconds / static_cast<double>(worker.ask().sizes.size());
}

// Measures a round trip.
Status ping_pong(Worker& worker, const Space& space, std::uint64_t bytes) {
  const int peer = 1 - worker.rank();
  if (worker.rank() == 0) PENSTOCK_TRY(worker.send(space.data(), bytes, peer));
  PENSTOCK_TRY(worker.recv(space.data(), bytes, peer));
  return worker.rank() == 0 ? Status::ok() : worker.send(space.data(), bytes, peer);
}

Status needs_two(const Worker& worker) {
  return worker.size() == 2 ? Status::ok() : Status::error(Code::kArg, "it takes two ranks, not {}", worker.size());
}

}  // namespace

Status measure_pingpong(Worker& worker, Json* out) {
  PENSTOCK_TRY(needs_two(worker));
  Space space;
  PENSTOCK_TRY(Space::allocate(worker.memory(), largest(worker), &space));
  for (const std::uint64_t bytes : worker.ask().sizes) {
    double us = 0;
    const auto once = [&] { return ping_pong(worker, space, bytes); };
    PENSTOCK_TRY(in_blocks(worker, part_of(worker), once, &us));
    out->push_back({{"bytes", bytes}, {"us", us / 2}});
  }
  return Status::ok();
}

Status measure_stream(Worker& worker, Json* out) {
  PENSTOCK_TRY(needs_two(worker));
  Space space;
  PENSTOCK_TRY(Space::allocate(worker.memory(), largest(worker), &space));
  const int peer = 1 - worker.rank();
  for (const std::uint64_t bytes : worker.ask().sizes) {
    double us = 0;
    const auto once = [&] {
      for (int i = 0; i < kWindow; ++i) {
        PENSTOCK_TRY(worker.rank() == 0 ? worker.send(space.data(), bytes, peer) : worker.recv(space.data(), bytes, peer));
      }
      return worker.rank() == 0 ? worker.recv(space.data(), 1, peer) : worker.send(space.data(), 1, peer);
    };
    PENSTOCK_TRY(in_blocks(worker, part_of(worker), once, &us));
    out->push_back({{"bytes", bytes}, {"us", us / kWindow}});
  }
  return Status::ok();
}

Status measure_burst(Worker& worker, Json* out) {
  PENSTOCK_TRY(needs_two(worker));
  Space space;
  PENSTOCK_TRY(Space::allocate(worker.memory(), kBurst * largest(worker), &space));
  const int peer = 1 - worker.rank();
  for (const std::uint64_t bytes : worker.ask().sizes) {
    double us = 0;
    const auto once = [&] {
      if (worker.rank() == 0) {
        PENSTOCK_TRY(worker.send_many(space.data(), bytes, kBurst, peer));
        return worker.recv(space.data(), 1, peer);
      }
      PENSTOCK_TRY(worker.recv_many(space.data(), bytes, kBurst, peer));
      return worker.send(space.data(), 1, peer);
    };
    PENSTOCK_TRY(in_blocks(worker, part_of(worker), once, &us));
    out->push_back({{"bytes", bytes}, {"us", us / kBurst}});
  }
  return Status::ok();
}

// Both measurements alternate, so that a disturbance affects both.
Status measure_slots(Worker& worker, Json* out) {
  constexpr int kRounds = 5;
  struct Case {
    std::string_view what;
    Space space;
  };
  PENSTOCK_TRY(needs_two(worker));
  std::array<Case, 2> cases{{{"mapped", {}}, {"slots", {}}}};
  PENSTOCK_TRY(Space::allocate(Space::Kind::kDevice, largest(worker), &cases[0].space));
  PENSTOCK_TRY(Space::allocate(Space::Kind::kPool, largest(worker), &cases[1].space));
  const double seconds = part_of(worker) / kRounds / static_cast<double>(cases.size());
  for (const std::uint64_t bytes : worker.ask().sizes) {
    std::array<std::vector<double>, 2> times;
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t i = 0; i < cases.size(); ++i) {
        double us = 0;
        PENSTOCK_TRY(in_blocks(worker, seconds, [&] { return ping_pong(worker, cases[i].space, bytes); }, &us));
        times[i].push_back(us / 2);
      }
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
      out->push_back({{"what", cases[i].what}, {"bytes", bytes}, {"us", times[i]}});
    }
  }
  return Status::ok();
}

// Rank 1 computes before it answers; this shows how soon rank 0, which waits meanwhile, notices the answer.
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
    PENSTOCK_TRY(in_blocks(worker, part_of(worker), once, &us));
    out->push_back({{"bytes", pause}, {"us", std::max(0.01, us - static_cast<double>(pause))}});
  }
  return Status::ok();
}

}  // namespace penstock::tool
