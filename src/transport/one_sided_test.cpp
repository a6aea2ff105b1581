// The tests cover keys, ranges, the CPU as executor, and the registry over a mock transport.
#include "transport/one_sided.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "accel/host_accel.hpp"
#include "transport/hook/hook.hpp"
#include "transport/mock/mock.hpp"
#include "transport/registry.hpp"
#include "transport/shm/shm.hpp"

namespace penstock::transport {
namespace {

RemoteKey some_key() {
  RemoteKey key;
  key.head = {3, 17, 5, 4096, kUseAll, Executor::kCpu, {}, {}};
  key.head.descriptor.address = 0x7000'0000;
  const std::byte part[20] = {std::byte{1}};
  key.ways.add("shm", part);
  key.ways.add("self", {});
  return key;
}

TEST(RemoteKey, TravelsWhole) {
  const std::vector<std::byte> packed = some_key().pack();
  RemoteKey read;
  ASSERT_TRUE(RemoteKey::unpack(packed, &read).is_ok());
  EXPECT_EQ(read.head.rank, 3);
  EXPECT_EQ(read.head.number, 17U);
  EXPECT_EQ(read.head.generation, 5U);
  EXPECT_EQ(read.head.bytes, 4096U);
  EXPECT_EQ(read.head.descriptor.address, 0x7000'0000U);
  EXPECT_EQ(read.ways.find("shm").size(), 20U);
  EXPECT_TRUE(read.ways.has("self"));
  EXPECT_FALSE(read.ways.has("net"));
}

TEST(RemoteKey, IsRefusedUnlessWhole) {
  const std::vector<std::byte> packed = some_key().pack();
  RemoteKey read;
  for (std::size_t bytes = 0; bytes < packed.size(); ++bytes) {
    EXPECT_EQ(RemoteKey::unpack(std::span(packed).first(bytes), &read).code(), Code::kProtocol) << bytes;
  }
  std::vector<std::byte> longer = packed;
  longer.push_back({});
  EXPECT_EQ(RemoteKey::unpack(longer, &read).code(), Code::kProtocol);
  longer.resize(RemoteKey::kMostBytes + 1);
  EXPECT_EQ(RemoteKey::unpack(longer, &read).code(), Code::kProtocol);
}

TEST(RemoteKey, NamesARangeThatCanBe) {
  RemoteKey read;
  RemoteKey lie = some_key();
  lie.head.bytes = ~std::uint64_t{0};
  EXPECT_EQ(RemoteKey::unpack(lie.pack(), &read).code(), Code::kProtocol);
  lie = some_key();
  lie.head.generation = 0;
  EXPECT_EQ(RemoteKey::unpack(lie.pack(), &read).code(), Code::kProtocol);
  lie = some_key();
  lie.head.use = 8;
  EXPECT_EQ(RemoteKey::unpack(lie.pack(), &read).code(), Code::kProtocol);
}

// Any bytes are parsed or refused, and are never read beyond their end.
TEST(RemoteKey, SurvivesAnyBytes) {
  std::mt19937 random(7);
  const std::vector<std::byte> good = some_key().pack();
  for (int round = 0; round < 20'000; ++round) {
    auto bytes = std::make_unique<std::byte[]>(good.size());
    std::copy(good.begin(), good.end(), bytes.get());
    for (int i = 0; i < 3; ++i) bytes[random() % good.size()] = static_cast<std::byte>(random());
    RemoteKey read;
    static_cast<void>(RemoteKey::unpack({bytes.get(), good.size()}, &read));
  }
}

template <typename T>
T model(AtomicOp op, T old, T operand, T compare) {
  using Signed = std::make_signed_t<T>;
  switch (op) {
    case AtomicOp::kFetch: return old;
    case AtomicOp::kAdd: return static_cast<T>(old + operand);
    case AtomicOp::kAnd: return old & operand;
    case AtomicOp::kOr: return old | operand;
    case AtomicOp::kXor: return old ^ operand;
    case AtomicOp::kSwap: return operand;
    case AtomicOp::kCompareSwap: return old == compare ? operand : old;
    case AtomicOp::kMin: return static_cast<Signed>(operand) < static_cast<Signed>(old) ? operand : old;
    case AtomicOp::kMax: return static_cast<Signed>(operand) > static_cast<Signed>(old) ? operand : old;
    case AtomicOp::kMinUnsigned: return operand < old ? operand : old;
    case AtomicOp::kMaxUnsigned: return operand > old ? operand : old;
  }
  return old;
}

template <typename T>
void every_operation() {
  std::mt19937_64 random(sizeof(T));
  for (unsigned op = 0; op < kAtomicOps; ++op) {
    for (int round = 0; round < 200; ++round) {
      alignas(8) T words[3] = {T{0x5a}, static_cast<T>(random()), T{0x5a}};
      alignas(16) std::byte place[32] = {};
      const T old = words[1];
      std::memcpy(place + sizeof(T), words, sizeof words);
      const auto operand = static_cast<T>(random());
      const T compare = round % 2 == 0 ? old : static_cast<T>(random());
      const auto what = static_cast<AtomicOp>(op);
      EXPECT_EQ(cpu_atomic(place + 2 * sizeof(T), what, sizeof(T), operand, compare), old);
      T now[3];
      std::memcpy(now, place + sizeof(T), sizeof now);
      EXPECT_EQ(now[1], model(what, old, operand, compare)) << op;
      EXPECT_EQ(now[0], T{0x5a});
      EXPECT_EQ(now[2], T{0x5a});
    }
  }
}

TEST(CpuAtomic, EveryOperationOfEachWidth) {
  every_operation<std::uint8_t>();
  every_operation<std::uint16_t>();
  every_operation<std::uint32_t>();
  every_operation<std::uint64_t>();
  for (const std::uint64_t width : {1U, 2U, 4U, 8U}) EXPECT_TRUE(cpu_atomics().has(AtomicOp::kMax, width));
  for (const std::uint64_t width : {0U, 3U, 16U, 32U}) EXPECT_FALSE(cpu_atomics().has(AtomicOp::kAdd, width));
  EXPECT_FALSE(cpu_atomics().has(static_cast<AtomicOp>(kAtomicOps), 8));
}

// Four threads update bytes of one word: neighbours do not interfere with each other.
TEST(CpuAtomic, ExcludesOthers) {
  alignas(8) std::byte word[8] = {};
  std::vector<std::thread> threads;
  for (unsigned of = 0; of < 4; ++of) {
    threads.emplace_back([&, of] {
      for (int i = 0; i < 10'000; ++i) {
        cpu_atomic(word + of / 2, AtomicOp::kAdd, 1, 1, 0);
        cpu_atomic(word + 4, AtomicOp::kMaxUnsigned, 4, static_cast<std::uint64_t>(i), 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(word[0], static_cast<std::byte>(20'000));
  EXPECT_EQ(word[1], static_cast<std::byte>(20'000));
  std::uint32_t most = 0;
  std::memcpy(&most, word + 4, 4);
  EXPECT_EQ(most, 9'999U);
}

class NoAddresses final : public AddressSource {
 public:
  Status address(int, const WorkerAddress**) override { return Status::error(Code::kInternal, "no addresses here"); }
};

class Registry : public ::testing::Test {
 protected:
  std::unique_ptr<MemoryRegistry> make(int rank, std::string_view faults = {}) {
    FaultPlan plan;
    EXPECT_TRUE(parse_faults(faults, &plan).is_ok());
    const Environment environment{config_, log_, accel_, addresses_, rank, 2};
    transports_[rank].clear();
    transports_[rank].push_back(make_hook(environment, plan, fabric_.endpoint(rank)));
    return std::make_unique<MemoryRegistry>(environment, transports_[rank]);
  }
  Config config_;
  Log log_{base::Level::kError};
  accel::HostAccel accel_{"not in this test"};
  NoAddresses addresses_;
  MockFabric fabric_{2};
  std::vector<std::unique_ptr<Transport>> transports_[2];
};

TEST_F(Registry, NeverUsesAGenerationAgain) {
  const auto registry = make(0);
  char memory[64];
  const Region* first = nullptr;
  ASSERT_TRUE(registry->register_memory(memory, 64, kUseAll, &first).is_ok());
  const Region old = *first;
  EXPECT_EQ(registry->find(old.number, old.generation), first);
  registry->deregister(first);
  EXPECT_EQ(registry->find(old.number, old.generation), nullptr);
  const Region* second = nullptr;
  ASSERT_TRUE(registry->register_memory(memory, 64, kUseAll, &second).is_ok());
  EXPECT_EQ(second->number, old.number) << "numbers come again";
  EXPECT_NE(second->generation, old.generation);
  EXPECT_EQ(registry->find(old.number, old.generation), nullptr);
  EXPECT_EQ(fabric_.counts(0).regions, 1);
}

TEST_F(Registry, GivesAllBackInTheEnd) {
  auto registry = make(0);
  const Region* region = nullptr;
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(registry->allocate(1000, kUseAll, &region).is_ok());
  EXPECT_EQ(region->base % 64, 0U);
  for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(reinterpret_cast<std::byte*>(region->base)[i], std::byte{0});
  EXPECT_EQ(fabric_.counts(0).regions, 3);
  registry.reset();
  EXPECT_EQ(fabric_.counts(0).regions, 0);
}

TEST_F(Registry, HasAnEnd) {
  const auto registry = make(0);
  char memory[64];
  const Region* region = nullptr;
  for (std::uint32_t i = 0; i < MemoryRegistry::kMostRegions; ++i) {
    ASSERT_TRUE(registry->register_memory(memory, 64, kUseAll, &region).is_ok());
  }
  const Region* none = nullptr;
  EXPECT_EQ(registry->register_memory(memory, 64, kUseAll, &none).code(), Code::kNoMemory);
  registry->deregister(region);
  EXPECT_TRUE(registry->register_memory(memory, 64, kUseAll, &none).is_ok());
}

// Each call that a test makes fail reports it and leaves nothing behind.
TEST_F(Registry, InjectedFailuresAreToldAndLeaveNothing) {
  const auto owner = make(1);
  alignas(8) char memory[64] = "here";
  const Region* region = nullptr;
  ASSERT_TRUE(owner->register_memory(memory, 64, kUseAll, &region).is_ok());
  std::vector<std::byte> key;
  ASSERT_TRUE(owner->key(*region, 0, &key).is_ok());
  const auto origin = make(0, "mock.attach:1,mock.put:1,mock.get:1,mock.atomic:1,mock.flush:1");
  Attachment attached;
  ASSERT_TRUE(origin->attach(1, key, &attached).is_ok());
  EXPECT_TRUE(attached.ways.empty()) << "the first attach of that way failed";
  ASSERT_TRUE(origin->attach(1, key, &attached).is_ok());
  ASSERT_EQ(attached.ways.size(), 1U);
  const Remote& way = attached.ways[0];
  char here[8] = {};
  Begun begun;
  std::uint64_t old = 0;
  const std::function<Status()> verbs[] = {
      [&] { return way.way->put(way, contiguous(8, "there", 6), &begun); },
      [&] { return way.way->get(way, contiguous(0, here, 5), &begun); },
      [&] { return way.way->atomic(way, {AtomicOp::kSwap, 8, 32, 7, 0, &old}, &begun); },
      [&] { return way.way->flush(1, &begun); },
  };
  for (const auto& verb : verbs) {
    const Status failed = verb();
    EXPECT_EQ(failed.code(), Code::kTransport);
    EXPECT_NE(failed.message().find("PENSTOCK_FAULT"), std::string_view::npos) << failed.message();
    EXPECT_EQ(begun.ticket.number, 0U);
    EXPECT_EQ(begun.completion, Completion::kDone);
    const Status second = verb();
    EXPECT_TRUE(second.is_ok()) << second.message();
  }
  EXPECT_STREQ(memory + 8, "there");
  EXPECT_STREQ(here, "here");
  const auto& hook = static_cast<const Hook&>(*transports_[0][0]);
  for (const Verb verb : {Verb::kAttach, Verb::kPut, Verb::kGet, Verb::kAtomic, Verb::kFlush}) {
    EXPECT_EQ(hook.counts().calls[static_cast<std::size_t>(verb)], 2U) << verb_name(verb);
    EXPECT_EQ(hook.counts().faults[static_cast<std::size_t>(verb)], 1U) << verb_name(verb);
  }
  EXPECT_EQ(hook.counts().bulk_bytes, 11U);
  MemoryRegistry::detach(&attached);
  EXPECT_EQ(fabric_.counts(0).attached, 0);
}

// The end of a forked child is not the end of its parent's regions, which peers go on using.
TEST_F(Registry, AForkedChildDeregistersNothing) {
  const Environment environment{config_, log_, accel_, addresses_, 0, 2};
  std::vector<std::unique_ptr<Transport>> transports(1);
  ASSERT_TRUE(make_shm(environment, &transports[0]).is_ok());
  auto registry = std::make_unique<MemoryRegistry>(environment, transports);
  const Region* region = nullptr;
  ASSERT_TRUE(registry->allocate(100, kUseAll, &region).is_ok());
  const auto live = transports[0]->one_sided()->generations();
  ASSERT_GT(live.size(), region->number);
  const pid_t child = fork();
  if (child == 0) {
    registry.reset();
    transports.clear();
    _exit(0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(live[region->number].load(), region->generation);
  auto* const byte = reinterpret_cast<std::byte*>(region->base);
  *byte = std::byte{5};
  const std::uint32_t number = region->number;
  registry->deregister(region);
  EXPECT_EQ(live[number].load(), 0U);
}

// Faults apply to calls, so a hook leaves callers no way to avoid the calls.
TEST_F(Registry, UnderAHookNobodyLoadsAndStores) {
  fabric_.options(0).direct = true;
  const auto owner = make(1);
  char memory[64];
  const Region* region = nullptr;
  ASSERT_TRUE(owner->register_memory(memory, 64, kUseAll, &region).is_ok());
  std::vector<std::byte> key;
  ASSERT_TRUE(owner->key(*region, 0, &key).is_ok());
  const auto origin = make(0);
  Attachment attached;
  ASSERT_TRUE(origin->attach(1, key, &attached).is_ok());
  EXPECT_FALSE(store_direct(attached.ways[0], 0, 5));
  MemoryRegistry::detach(&attached);
}

TEST(StoreDirect, StaysInItsRange) {
  std::uint64_t memory[3] = {};
  Remote remote;
  remote.direct = reinterpret_cast<std::byte*>(memory);
  remote.bytes = 16;
  std::uint64_t got = 0;
  EXPECT_TRUE(store_direct(remote, 8, std::uint64_t{5}));
  EXPECT_TRUE(load_direct(remote, 8, &got));
  EXPECT_EQ(got, 5U);
  EXPECT_FALSE(store_direct(remote, 9, std::uint64_t{5}));
  EXPECT_FALSE(store_direct(remote, ~std::uint64_t{0} - 3, std::uint64_t{5}));
  EXPECT_FALSE(load_direct(remote, 16, &got));
  EXPECT_EQ(memory[2], 0U);
  remote.direct = nullptr;
  EXPECT_FALSE(store_direct(remote, 0, std::uint64_t{5}));
}

}  // namespace
}  // namespace penstock::transport
