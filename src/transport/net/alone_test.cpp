// These tests need one rank only: they check the reports about a missing network, a peer's address and unavailable features.
#include <gtest/gtest.h>

#include <dlfcn.h>
#include <sys/eventfd.h>
#include <sys/resource.h>

#include <filesystem>
#include <map>

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/relax.hpp"
#include "transport/net/load.hpp"
#include "transport/net/testing.hpp"
#include "transport/net/watcher.hpp"
#include "transport/testing/job.hpp"
#include "transport/testing/no_gpu.hpp"

namespace penstock::transport {
namespace {

using namespace testing;

constexpr const char* kMemoryCalls[] = {"mmap", "munmap", "madvise", "mremap", "brk"};

std::vector<std::byte> code_of(const char* name) {
  const auto* begin = static_cast<const std::byte*>(dlsym(dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD), name));
  return {begin, begin + 16};
}

// The code is recorded before any library is loaded.
const std::map<std::string, std::vector<std::byte>> kCodeBefore = [] {
  std::map<std::string, std::vector<std::byte>> all;
  for (const char* name : kMemoryCalls) all.emplace(name, code_of(name));
  return all;
}();

// Alone has one rank's transport with an address of a peer that the test writes.
class Alone : public ::testing::Test {
 protected:
  std::unique_ptr<Transport> make(const Config& config) {
    config_ = config;
    return make_net({config_, log_, accel_, worker_addresses_, 0, 2});
  }
  Config config_;
  NoGpu accel_;
  Log log_{base::Level::kError, 0};
  Board* board_ = Board::make(2);
  BoardAddresses worker_addresses_{*board_, 2};
};

TEST_F(Alone, SaysWhatIsMissingWhenAnotherHostIsLookedFor) {
  Config config = far_config(0);
  config.ucx_lib = "/no/libucp.so.0";
  const auto peer = [&](const char* host) {
    Config there = far_config(1);
    there.host_id = host;
    there.net_lib = "none";
    Log quiet(base::Level::kError, 1);
    const auto net = make_net({there, quiet, accel_, worker_addresses_, 1, 2});
    WorkerAddress worker_address;
    EXPECT_TRUE(net->publish(&worker_address).is_ok());
    worker_addresses_.publish(1, worker_address);
  };
  bool reached = true;
  peer("far away");
  const auto net = make(config);
  const Status far = net->reaches(1, &reached);
  EXPECT_EQ(far.code(), Code::kUnsupported);
  EXPECT_FALSE(reached);
  EXPECT_NE(far.message().find("/no/libucp.so.0"), std::string_view::npos) << far.message();
  EXPECT_NE(far.message().find("libucx0"), std::string_view::npos) << far.message();
}

TEST_F(Alone, APeerWithoutANetworkIsNamed) {
  Config there = far_config(1);
  there.net_lib = "none";
  Log quiet(base::Level::kError, 1);
  const auto other = make_net({there, quiet, accel_, worker_addresses_, 1, 2});
  WorkerAddress worker_address;
  ASSERT_TRUE(other->publish(&worker_address).is_ok());
  worker_addresses_.publish(1, worker_address);
  const auto net = make(far_config(0));
  bool reached = true;
  const Status status = net->reaches(1, &reached);
  EXPECT_EQ(status.code(), Code::kTransport);
  EXPECT_NE(status.message().find("rank 1"), std::string_view::npos) << status.message();
}

// UCX could replace libc's functions for the whole process; without RDMA that is of no use.
TEST_F(Alone, LeavesLibcsMemoryCallsAlone) {
  if (std::filesystem::exists("/sys/class/infiniband")) GTEST_SKIP() << "with RDMA it has to hear of memory that is given back";
  const auto net = make(far_config(0));
  WorkerAddress worker_address;
  ASSERT_TRUE(net->publish(&worker_address).is_ok());
  ASSERT_NE(dlopen("libucs.so.0", RTLD_NOW | RTLD_NOLOAD), nullptr) << "UCX is not loaded";
  for (const char* name : kMemoryCalls) EXPECT_EQ(code_of(name), kCodeBefore.at(name)) << name;
}

TEST_F(Alone, AMalformedWorkerAddressIsRefused) {
  WorkerAddress worker_address;
  const std::byte few[4] = {};
  worker_address.add("net", few);
  worker_addresses_.publish(1, worker_address);
  const auto net = make(far_config(0));
  bool reached = true;
  EXPECT_EQ(net->reaches(1, &reached).code(), Code::kProtocol);
}

TEST_F(Alone, TooLongAMessageIsRefused) {
  const auto net = make(far_config(0));
  WorkerAddress worker_address;
  ASSERT_TRUE(net->publish(&worker_address).is_ok());
  worker_addresses_.publish(1, worker_address);
  Status why;
  const std::vector<std::byte> header(32);
  const std::vector<std::byte> payload(kMessage);
  EXPECT_EQ(net->send(1, header, payload, &why), Outcome::kError);
  EXPECT_EQ(why.code(), Code::kInternal);
}

TEST(NetPlugin, WhatIsNoPluginIsNamed) {
  const penstock_net_plugin* plugin = nullptr;
  const Status none = load_network_plugin("/no/such/plugin.so", &plugin);
  EXPECT_EQ(none.code(), Code::kUnsupported);
  EXPECT_NE(none.message().find("/no/such/plugin.so"), std::string_view::npos);
  const Status other = load_network_plugin("libc.so.6", &plugin);
  EXPECT_EQ(other.code(), Code::kUnsupported);
  EXPECT_NE(other.message().find("no network plug-in"), std::string_view::npos) << other.message();
}

TEST(NetPlugin, IsWantedByTheJobOrTheUser) {
  Config config;
  NoGpu accel;
  Log log(base::Level::kError, 0);
  Board* board = Board::make(2);
  BoardAddresses worker_addresses(*board, 2);
  Environment environment{config, log, accel, worker_addresses, 0, 2};
  EXPECT_FALSE(wants_network(environment));
  environment.spans_hosts = true;
  EXPECT_TRUE(wants_network(environment));
  config.net = Config::Net::kNever;
  EXPECT_FALSE(wants_network(environment));
  config.net = Config::Net::kAlways;
  environment.spans_hosts = false;
  EXPECT_TRUE(wants_network(environment));
  environment.size = 1;
  EXPECT_FALSE(wants_network(environment)) << "a job of one";
}

// If no descriptor is available the transport still works, by polling from time to time.
TEST(NetWatcher, WithoutDescriptorsItSaysSo) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit none = before;
  none.rlim_cur = 3;
  std::atomic<std::uint32_t> word{0};
  Doorbell bell(&word);
  std::unique_ptr<Watcher> watcher;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const Status made = Watcher::create(0, &bell, &watcher);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(made.code(), Code::kSystem);
}

// A descriptor that stays readable rings each time it is armed, and not before the requested pause.
TEST(NetWatcher, RingsAfterAPause) {
  base::Fd readable(eventfd(1, EFD_CLOEXEC));
  ASSERT_TRUE(readable);
  std::atomic<std::uint32_t> word{0};
  Doorbell bell(&word);
  std::unique_ptr<Watcher> watcher;
  ASSERT_TRUE(Watcher::create(readable.get(), &bell, &watcher).is_ok());
  for (const std::uint64_t pause : {0U, 20'000U, 3'000'000U, 0U}) {
    const std::uint64_t begin = base::now_ns();
    bell.arm();
    ASSERT_TRUE(watcher->arm(pause).is_ok());
    while (!watcher->has_rung()) base::relax();
    EXPECT_GE(base::now_ns() - begin, pause);
    EXPECT_FALSE(watcher->has_rung()) << "once";
  }
  ASSERT_TRUE(watcher->arm(3'600'000'000'000).is_ok());
  watcher.reset();  // does not wait for an hour
}

}  // namespace
}  // namespace penstock::transport
