// Checks messages between any two kinds of memory. The tests need a CUDA driver: a GPU's, or the stand-in's.
#include <dlfcn.h>

#include <cstdlib>
#include <functional>

#include "proto/testing/device_areas.hpp"

namespace penstock::proto {
namespace {

using testing::Area;
using testing::Device;
using testing::exchange;
using testing::JobOptions;
using testing::Kind;
using testing::kKinds;
using testing::kUntilDone;
using testing::MockJob;
using testing::Op;

// Runs all exchanges of a pair, in the form of the second tier (penstock_unit_whole).
const bool kWhole = std::getenv("PENSTOCK_TEST_WHOLE") != nullptr;

// In the first tier each pair makes two of six exchanges, in turn, in both directions between the ranks.
TEST_F(Device, EveryPairOfKinds) {
  MockJob job(options());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout flat = Layout::bytes(8);
  Layout strided;
  ASSERT_TRUE(Layout::vector(Layout::bytes(8), 2, 1, 24, &strided).is_ok());
  strided = Layout::resized(strided, 0, 48);
  const Layout same = Layout::bytes(16);
  const std::function<void(int peer, Kind from, Kind to)> exchanges[] = {
      [&](int peer, Kind from, Kind to) { exchange(job, peer, from, flat, to, flat, 1); },
      [&](int peer, Kind from, Kind to) { exchange(job, peer, from, strided, to, strided, 9'000); },
      [&](int peer, Kind from, Kind to) { exchange(job, peer, from, strided, to, same, 5'000); },
      [&](int peer, Kind from, Kind to) { exchange(job, peer, from, flat, to, flat, 20'000); },
      [&](int peer, Kind from, Kind to) { exchange(job, peer, from, strided, to, strided, 60); },
      [&](int peer, Kind from, Kind to) { exchange(job, peer, from, same, to, strided, 5'000); },
  };
  std::size_t turn = 0;
  for (const Kind from : kKinds) {
    for (const Kind to : kKinds) {
      for (const int peer : {1, 0}) {
        for (std::size_t i = 0; i < std::size(exchanges); ++i) {
          if (kWhole || i % 3 == turn % 3) exchanges[i](peer, from, to);
          if (HasFatalFailure()) return;
        }
        ++turn;
      }
    }
  }
  EXPECT_TRUE(job.engine(0).progress().take_failure().is_ok());
  EXPECT_TRUE(job.engine(1).progress().take_failure().is_ok());
}

TEST_F(Device, WithoutIpcThroughStaging) {
  JobOptions without = options();
  without.settings = {{"PENSTOCK_CUDA_IPC", "0"}, {"PENSTOCK_STAGING_SLOT_SIZE", "64K"}};
  MockJob job(without);
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  Layout strided;
  ASSERT_TRUE(Layout::vector(Layout::bytes(8), 2, 1, 24, &strided).is_ok());
  strided = Layout::resized(strided, 0, 48);
  for (const Kind from : kKinds) {
    for (const Kind to : kKinds) exchange(job, 1, from, strided, to, strided, 9'000);
  }
}

// Contiguous GPU memory is streamed directly if the transports of both ends support that;
// all other memory is streamed through slots.
TEST_F(Device, StreamsWhereTheTransportTakesGpuMemory) {
  Layout strided;
  ASSERT_TRUE(Layout::vector(Layout::bytes(8), 2, 1, 24, &strided).is_ok());
  strided = Layout::resized(strided, 0, 48);
  const Layout flat = Layout::bytes(8);
  for (const unsigned takes : {0U, 1U, 2U, 3U}) {
    JobOptions with = options();
    with.mock = true;
    with.mock_options.flags = transport::kCanSend | transport::kCanStream;
    with.mock_options.copy = [](void* to, const void* from, std::size_t bytes) {
      EXPECT_EQ(penstock_gpu_copy(to, from, bytes), 0) << penstock_gpu_error();
    };
    with.settings = {{"PENSTOCK_NET_CHUNK", "64K"}};
    MockJob job(with);
    ASSERT_TRUE(job.status().is_ok()) << job.status().message();
    for (const int rank : {0, 1}) {
      if ((takes >> rank & 1U) != 0) job.fabric().options(rank).flags |= transport::kStreamsDevice;
    }
    for (const Kind from : kKinds) {
      for (const Kind to : kKinds) {
        SCOPED_TRACE(fmt::format("taken by {:#b}", takes));
        exchange(job, 1, from, flat, to, flat, 50'000);
        exchange(job, 1, from, strided, to, strided, 9'000);
        if (HasFatalFailure()) return;
      }
    }
    EXPECT_GE(job.fabric().counts(0).streams, 2 * std::size(kKinds) * std::size(kKinds));
  }
}

// A message uses device memory while the default stream is busy: each rank warns once, and only with PENSTOCK_CHECK.
TEST_F(Device, ChecksForABusyDefaultStream) {
  using Fill = int (*)(unsigned long long, unsigned char, std::size_t, void*);
  void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr);
  const auto fill = reinterpret_cast<Fill>(dlsym(library, "cuMemsetD8Async"));
  ASSERT_NE(fill, nullptr);
  constexpr std::size_t kBusy = 16U << 20;
  void* const legacy_stream = reinterpret_cast<void*>(1);
  for (const bool check : {false, true}) {
    JobOptions with = options();
    with.settings = {{"PENSTOCK_CHECK", check ? "1" : "0"}};
    MockJob job(with);
    ASSERT_TRUE(job.status().is_ok()) << job.status().message();
    Area busy(Kind::kDevice, kBusy);
    for (int message = 0; message < 2; ++message) {
      Area source(Kind::kDevice, 64), target(Kind::kDevice, 64);
      const Layout bytes = Layout::bytes(64);
      for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(fill(reinterpret_cast<unsigned long long>(busy.address()), 1, kBusy, legacy_stream), 0);
      }
      const Op send = job.send(0, {source.address(), 1, &bytes}, 1, 1, 1);
      const Op receive = job.recv(1, {target.address(), 1, &bytes}, 0, 1, 1);
      ASSERT_TRUE(job.complete(*send, kUntilDone));
      ASSERT_TRUE(job.complete(*receive, kUntilDone));
      ASSERT_EQ(penstock_gpu_synchronize(), 0);
    }
    const std::vector<std::string>& said = job.at(0).warnings();
    ASSERT_EQ(said.size(), check ? 1U : 0U);
    if (check) {
      EXPECT_NE(said[0].find("PENSTOCK_SYNC_STREAM=legacy"), std::string::npos) << said[0];
    }
  }
}

}  // namespace
}  // namespace penstock::proto
