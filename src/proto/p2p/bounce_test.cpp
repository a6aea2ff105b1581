// Memory that no peer can map goes through bounce buffers on the GPU. Both ranks are in this process, where all memory can be
// reached, so the hook transport refuses direct access. The tests need a CUDA driver: a GPU's, or the stand-in's.
#include <dlfcn.h>

#include <algorithm>

#include "proto/p2p/first_touch.hpp"
#include "proto/testing/device_areas.hpp"

namespace penstock::proto {
namespace {

using testing::Area;
using testing::Device;
using testing::exchange;
using testing::JobOptions;
using testing::Kind;
using testing::kUntilDone;
using testing::MockJob;
using testing::Op;

constexpr std::size_t kSlot = 64 * 1024;
constexpr Kind kOnGpu[] = {Kind::kManaged, Kind::kDevice, Kind::kPool};

// Returns the messages and bytes that rank 1 received over a path.
std::pair<std::uint64_t, std::uint64_t> received(MockJob& job, std::string_view path) {
  std::pair<std::uint64_t, std::uint64_t> sum;
  for (const observe::PathRow& row : job.at(1).counters().rows()) {
    if (row.path != path) continue;
    sum.first += row.messages;
    sum.second += row.bytes;
  }
  return sum;
}

class BounceSlots : public Device {
 protected:
  using Fail = int (*)(const char* entry, int nth, int result);

  static JobOptions without_direct(std::vector<std::pair<std::string, std::string>> more = {}) {
    JobOptions out = options();
    out.settings = {{"PENSTOCK_FAULT", "ipc.can_get,ipc.can_put"},
                    {"PENSTOCK_EAGER_LIMIT", "0"},
                    {"PENSTOCK_BOUNCE_BUFFERS", "2"},
                    {"PENSTOCK_BOUNCE_BUFFER_SIZE", "64K"}};
    out.settings.insert(out.settings.end(), more.begin(), more.end());
    return out;
  }
  // Returns null on a real GPU, where no failure can be injected.
  static Fail fault_control() {
    void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    return library == nullptr ? nullptr : reinterpret_cast<Fail>(dlsym(library, "penstock_fakecuda_fail"));
  }
  void TearDown() override {
    if (const Fail fail = fault_control()) fail(nullptr, 0, 0);
  }
};

TEST_F(BounceSlots, EverySizeAroundPiecesAndSlots) {
  MockJob job(without_direct());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout byte = Layout::bytes(1);
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  for (const Kind from : {Kind::kManaged, Kind::kPool}) {
    for (const Kind to : {Kind::kManaged, Kind::kPool}) {
      for (const std::size_t size : {std::size_t{1}, std::size_t{4095}, std::size_t{4096}, std::size_t{4097}, std::size_t{8193},
                                     kSlot - 1, kSlot, kSlot + 1, 2 * kSlot + 1, 5 * kSlot + 3}) {
        exchange(job, 1, from, byte, to, byte, size);
        if (HasFatalFailure()) return;
        ++messages;
        bytes += size;
      }
    }
  }
  EXPECT_EQ(received(job, "bounce ipc"), std::pair(messages, bytes));
  EXPECT_TRUE(job.engine(0).progress().take_failure().is_ok());
  EXPECT_TRUE(job.engine(1).progress().take_failure().is_ok());
  EXPECT_TRUE(job.at(0).warnings().empty()) << job.at(0).warnings()[0];
  EXPECT_TRUE(job.at(1).warnings().empty()) << job.at(1).warnings()[0];
}

TEST_F(BounceSlots, EveryShape) {
  MockJob job(without_direct());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  Layout strided;
  ASSERT_TRUE(Layout::vector(Layout::bytes(8), 2, 1, 24, &strided).is_ok());
  strided = Layout::resized(strided, 0, 48);
  const Layout same = Layout::bytes(16);
  for (const Kind from : kOnGpu) {
    for (const Kind to : kOnGpu) {
      exchange(job, 1, from, strided, to, strided, 9'000);
      exchange(job, 1, from, strided, to, same, 5'000);
      exchange(job, 1, from, same, to, strided, 5'000);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GE(received(job, "bounce ipc").first, 12U);
}

// Both ranks send many messages at once through two slots each.
TEST_F(BounceSlots, AreSharedByManyMessages) {
  constexpr std::size_t kBytes = 3 * kSlot;
  constexpr std::size_t kMessages = 12;
  MockJob job(without_direct());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout byte = Layout::bytes(1);
  std::vector<std::unique_ptr<Area>> sources, targets;
  std::vector<Op> operations;
  for (unsigned i = 0; i < 2 * kMessages; ++i) {
    const int from = static_cast<int>(i % 2);
    sources.push_back(std::make_unique<Area>(Kind::kPool, kBytes));
    targets.push_back(std::make_unique<Area>(Kind::kManaged, kBytes));
    sources.back()->put(testing::noise(kBytes, i));
    const int tag = static_cast<int>(i);
    operations.push_back(job.recv(1 - from, {targets[i]->address(), kBytes, &byte}, from, tag, 1));
    const Buffer out{sources[i]->address(), kBytes, &byte};
    operations.push_back(job.send(from, out, 1 - from, tag, 1));
  }
  for (const Op& operation : operations) {
    ASSERT_TRUE(job.complete(*operation, kUntilDone));
    EXPECT_TRUE(operation->status().is_ok()) << operation->status().message();
  }
  for (unsigned i = 0; i < 2 * kMessages; ++i) EXPECT_EQ(targets[i]->get(), testing::noise(kBytes, i)) << i;
}

TEST_F(BounceSlots, ALongerMessageThanItsReceiveIsCut) {
  MockJob job(without_direct());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout byte = Layout::bytes(1);
  Area source(Kind::kPool, 3 * kSlot), target(Kind::kPool, 2 * kSlot);
  const std::vector<std::byte> sent = testing::noise(3 * kSlot, 4);
  source.put(sent);
  target.put(std::vector<std::byte>(2 * kSlot));
  const Op send = job.send(0, {source.address(), 3 * kSlot, &byte}, 1, 1, 1);
  const Op receive = job.recv(1, {target.address(), kSlot + 5, &byte}, 0, 1, 1);
  ASSERT_TRUE(job.complete(*send, kUntilDone));
  ASSERT_TRUE(job.complete(*receive, kUntilDone));
  EXPECT_TRUE(send->status().is_ok()) << send->status().message();
  EXPECT_EQ(receive->status().code(), Code::kTruncate);
  const std::vector<std::byte> got = target.get();
  EXPECT_TRUE(std::equal(got.begin(), got.begin() + kSlot + 5, sent.begin()));
  EXPECT_EQ(got[kSlot + 5], std::byte{0}) << "written past the end";
}

TEST_F(BounceSlots, WithoutMemoryForThemHostMemoryServesAndOneRankSaysSo) {
  const Fail fail = fault_control();
  if (fail == nullptr) GTEST_SKIP() << "a GPU's driver does not fail on request: run this on the stand-in driver";
  for (const char* entry : {"cuMemAlloc", "cuIpcGetMemHandle"}) {
    MockJob job(without_direct());
    ASSERT_TRUE(job.status().is_ok()) << job.status().message();
    const Layout byte = Layout::bytes(1);
    fail(entry, 1, 2 /* CUDA_ERROR_OUT_OF_MEMORY */);  // the library does not try again
    exchange(job, 1, Kind::kPool, byte, Kind::kPool, byte, 3 * kSlot);
    exchange(job, 1, Kind::kPool, byte, Kind::kManaged, byte, 3 * kSlot);
    EXPECT_EQ(received(job, "bounce ipc").first, 0U);
    EXPECT_EQ(received(job, "staged shm").first, 2U);
    const auto& said = job.at(0).warnings();
    const auto about = [](const std::string& line) { return line.find("no bounce buffers") != std::string::npos; };
    EXPECT_EQ(std::count_if(said.begin(), said.end(), about), 1);
    EXPECT_NE(said[0].find(entry), std::string::npos) << said[0];
  }
}

// The nth copy of a message fails, on the sender's or the receiver's side: both are told.
TEST_F(BounceSlots, AFailedCopyEndsTheMessageOnBothSides) {
  const Fail fail = fault_control();
  if (fail == nullptr) GTEST_SKIP() << "a GPU's driver does not fail on request: run this on the stand-in driver";
  // Only the copy engine is used, so that each piece is copied by a call of its own.
  MockJob job(without_direct({{"PENSTOCK_KERNEL_COPY_LIMIT", "0"}, {"PENSTOCK_RESIDENT_LIMIT", "0"}}));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout byte = Layout::bytes(1);
  Area source(Kind::kPool, 3 * kSlot), target(Kind::kPool, 3 * kSlot);
  int failed = 0;
  for (int nth = 1; nth <= 20; ++nth) {
    const std::vector<std::byte> sent = testing::noise(3 * kSlot, static_cast<unsigned>(nth));
    source.put(sent);
    fail("cuMemcpyAsync", nth, 1);
    const Op send = job.send(0, {source.address(), 3 * kSlot, &byte}, 1, 1, 1);
    const Op receive = job.recv(1, {target.address(), 3 * kSlot, &byte}, 0, 1, 1);
    ASSERT_TRUE(job.complete(*send, kUntilDone));
    ASSERT_TRUE(job.complete(*receive, kUntilDone));
    fail("cuMemcpyAsync", 0, 0);
    if (receive->status().is_ok()) {
      EXPECT_TRUE(send->status().is_ok()) << send->status().message();
      EXPECT_EQ(target.get(), sent);
    } else {
      ++failed;
      const std::string all = std::string(send->status().message()) + " | " + std::string(receive->status().message());
      EXPECT_NE(all.find("cuMemcpyAsync failed"), std::string::npos) << all;
    }
    while (job.progress_all()) {
    }
    static_cast<void>(job.engine(0).progress().take_failure());
    static_cast<void>(job.engine(1).progress().take_failure());
  }
  EXPECT_GE(failed, 6) << "three pieces are copied twice each";
  EXPECT_LE(failed, 8) << "a queue that is opened meanwhile, where another is busy, begins with a copy of its own";
  exchange(job, 1, Kind::kPool, byte, Kind::kPool, byte, 3 * kSlot);  // all slots have been returned
}

// The first allocation of device memory is mapped immediately; a later one is mapped when its
// messages have cost as much as the mapping.
TEST(FirstTouch, MapsWhatHasRepaidIt) {
  accel::Export one, other;
  one.owner.pid = other.owner.pid = 5;
  one.buffer_id = 7;
  other.buffer_id = 8;
  FirstTouch touch(100);
  EXPECT_FALSE(touch.worth_mapping(one, 60, 0));
  EXPECT_FALSE(touch.worth_mapping(other, 60, 0)) << "each allocation counts for itself";
  EXPECT_TRUE(touch.worth_mapping(one, 60, 0));
  EXPECT_FALSE(touch.worth_mapping(one, 60, 0)) << "forgotten once it was mapped";
  EXPECT_TRUE(touch.worth_mapping(other, 40, 0));
  int messages = 1;
  while (!touch.worth_mapping(other, -5, 0)) ++messages;
  EXPECT_EQ(messages, 100) << "messages that cost nothing more count a little";
  accel::Export stranger = one;
  stranger.owner.pid = 6;
  EXPECT_FALSE(touch.worth_mapping(stranger, 60, 0));
  EXPECT_FALSE(touch.worth_mapping(stranger, 39, 0));
  EXPECT_TRUE(touch.worth_mapping(stranger, 1, 0));
  FirstTouch at_once(0);
  EXPECT_TRUE(at_once.worth_mapping(one, 0, 0));
  FirstTouch measured(100);
  EXPECT_FALSE(measured.worth_mapping(one, 30, 40));
  EXPECT_TRUE(measured.worth_mapping(one, 30, 40)) << "mappings are cheap here";
  EXPECT_FALSE(measured.worth_mapping(one, 99, 5000)) << "never more patience than it was given";
  EXPECT_TRUE(measured.worth_mapping(one, 1, 5000));
}

TEST(FirstTouch, ForgetsRatherThanGrows) {
  FirstTouch touch(10);
  for (std::uint64_t id = 1; id < 100'000; ++id) {
    accel::Export exported;
    exported.buffer_id = id;
    EXPECT_FALSE(touch.worth_mapping(exported, 9, 0)) << id;
  }
}

TEST(FirstOffers, CountTheSecondAllocationAndTellEachPoolOnce) {
  FirstOffers offers;
  EXPECT_FALSE(offers.another(1, 40));
  EXPECT_FALSE(offers.another(1, 40));
  EXPECT_TRUE(offers.another(1, 41));
  EXPECT_FALSE(offers.another(1, 40));
  EXPECT_FALSE(offers.another(2, 41)) << "each peer counts for itself";
  EXPECT_TRUE(offers.tell_pool(1, 0));
  EXPECT_FALSE(offers.tell_pool(1, 0));
  EXPECT_TRUE(offers.tell_pool(1, 31));
  EXPECT_TRUE(offers.tell_pool(2, 0));
}

}  // namespace
}  // namespace penstock::proto
