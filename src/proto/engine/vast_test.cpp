// These tests measure the memory and the time that one rank of a very large job needs before its first message. The launcher is
// a fake that knows every rank. The network transport and UCX are real, except in the test with a million ranks.
#include <gtest/gtest.h>

#include <malloc.h>

#include "base/clock.hpp"
#include "observe/counters.hpp"
#include "proto/engine/create.hpp"
#include "proto/testing/vast.hpp"
#include "transport/net/net.hpp"
#include "transport/testing/no_gpu.hpp"

namespace penstock::proto {
namespace {

using testing::Vast;

std::uint64_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

struct Cost {
  std::uint64_t bytes = 0;
  double ms = 0;
  int lookups = 0;
  std::size_t address = 0;  // bytes that the rank publishes through the launcher
};

std::unique_ptr<transport::Transport> make_anywhere(const transport::Environment& /*environment*/) {
  return std::make_unique<testing::Anywhere>();
}

Cost cost_of(int size, std::unique_ptr<transport::Transport> (*make)(const transport::Environment&) = transport::make_net) {
  Config config;
  config.net = Config::Net::kAlways;
  config.net_lib = PENSTOCK_NET_PLUGIN;
  Log log(base::Level::kError, 0);
  transport::testing::NoGpu accel;
  observe::Counters counters;
  const TransportFactory only = [make](const transport::Environment& environment,
                                       std::vector<std::unique_ptr<transport::Transport>>* out) {
    out->push_back(make(environment));
    return Status::ok();
  };
  Cost cost;
  const std::uint64_t before = heap_bytes();
  const std::uint64_t begin = base::now_ns();
  Vast boot(size);
  std::unique_ptr<Engine> engine;
  const Status made = create_engine({config, log, boot, accel, counters}, only, &engine);
  EXPECT_TRUE(made.is_ok()) << made.message();
  cost.ms = static_cast<double>(base::now_ns() - begin) / 1e6;
  cost.bytes = heap_bytes() - before;
  cost.lookups = boot.lookups;
  cost.address = boot.said();
  return cost;
}

TEST(Vast, ARankOfALargeJobTakesLittleMoreThanOneOfASmallJob) {
  static_cast<void>(cost_of(2));  // loads libraries that later calls do not load again
  constexpr int kSmall = 1000;
  constexpr int kLarge = 100'000;
  constexpr std::uint64_t kMostOfAPeer = 64;
  const Cost small = cost_of(kSmall);
  for (const int size : {2, 512, kSmall, 10'000, kLarge}) {
    const Cost cost = cost_of(size);
    fmt::print("rank of a job of {:>6}: {:>8.1f} KiB, {:>5.1f} ms, {} lookups, an address of {} B\n", size,
               static_cast<double>(cost.bytes) / 1024, cost.ms, cost.lookups, cost.address);
    EXPECT_LE(cost.lookups, 2) << "a rank asks for whom it talks to";
  }
  const Cost large = cost_of(kLarge);
  EXPECT_LT(large.bytes, small.bytes + kMostOfAPeer * (kLarge - kSmall));
}

TEST(Vast, AMillionRanksTakeNoMoreThanTheTableOfTheirPages) {
  constexpr int kRanks = 1'000'000;
  constexpr std::uint64_t kMost = 64 << 10;
  static_cast<void>(cost_of(2, make_anywhere));
  const Cost small = cost_of(2, make_anywhere);
  const Cost large = cost_of(kRanks, make_anywhere);
  EXPECT_LT(large.bytes, small.bytes + kMost);
}

}  // namespace
}  // namespace penstock::proto
