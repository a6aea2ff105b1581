// One-sided operations on GPU memory, between threads and between processes. The tests need a
// CUDA driver: a GPU's, or the stand-in's.
#include <gtest/gtest.h>

#include <mutex>

#include "common/memory.hpp"
#include "kernels/accumulate/accumulate.hpp"
#include "kernels/image.hpp"
#include "proto/rma/testing/rank.hpp"
#include "transport/ipc/ipc.hpp"
#include "transport/self/self.hpp"
#include "transport/shm/shm.hpp"

namespace penstock::proto::rma {
namespace {

using namespace testing;
using transport::AtomicOp;
using transport::contiguous;
using transport::kUseAll;
using transport::Move;
using transport::Region;

constexpr std::size_t kBytes = 300'000;

enum class Way { kThreads, kProcesses, kServed };

const Make kMake = [](const transport::Environment& environment, Transports* out) {
  out->push_back(transport::make_self(environment));
  PENSTOCK_TRY(make_shm(environment, &out->emplace_back()));
  out->push_back(transport::make_ipc(environment));
  return Status::ok();
};

bool run(Way way, const Body& body) {
  transport::testing::Board* const board = transport::testing::Board::make(kRanks);
  Keys* const keys = Keys::make();
  std::mutex start;  // the loader serves one thread at a time
  const auto one = [&](int rank) {
    Config config;
    config.cuda_ipc = way != Way::kServed;
    Log log(base::Level::kWarn, rank);
    std::unique_ptr<accel::Accel> accel;
    {
      const std::lock_guard<std::mutex> alone(start);
      const int devices = penstock_gpu_open();
      PENSTOCK_DEMAND(devices > 0 && penstock_gpu_select(rank % devices) == 0);
      PENSTOCK_DEMAND(accel::Accel::create(config, log, kernels::images(), &accel).is_ok());
      PENSTOCK_DEMAND(accel->queues().find_kernel(rank % devices, kernels::kAccumulateKernel).is_ok());
    }
    return run_rank(rank, *board, *keys, config, *accel, kMake, body);
  };
  // The driver must not be loaded before a process is forked.
  if (way == Way::kThreads) {
    return transport::testing::run_processes(1, [&](int) { return transport::testing::run_threads(kRanks, one); });
  }
  return transport::testing::run_processes(kRanks, one);
}

using test::kDeviceMemory;
using test::Memory;

void set(Memory& memory, const std::vector<std::byte>& bytes) {
  memory.put(0, bytes.data(), bytes.size());
}
std::vector<std::byte> content(const Memory& memory) {
  std::vector<std::byte> out(memory.bytes());
  memory.get(0, out.data(), out.size());
  return out;
}

class RmaDevice : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(All, RmaDevice, ::testing::Values(Way::kThreads, Way::kProcesses, Way::kServed), [](const auto& of) {
  return of.param == Way::kThreads ? "threads" : of.param == Way::kProcesses ? "processes" : "served";
});

bool moves(RmaRank& me, Target& theirs, bool device) {
  const std::vector<std::byte> sent = pattern(kBytes - 100, me.rank());
  std::vector<std::byte> back(sent.size());
  Memory on_device(kDeviceMemory, sent.size());
  Move move = contiguous(100, device ? on_device.data() : sent.data(), sent.size());
  PENSTOCK_DEMAND(me.environment.accel.query(reinterpret_cast<const void*>(move.local.base), &move.memory).is_ok());
  set(on_device, sent);
  Call put;
  me.rma.put(theirs, move, &put);
  PENSTOCK_DEMAND(me.over(put) && me.flushed());
  set(on_device, std::vector<std::byte>(sent.size()));
  if (!device) move.local.base = reinterpret_cast<std::uint64_t>(back.data());
  Call get;
  me.rma.get(theirs, move, &get);
  PENSTOCK_DEMAND(me.over(get));
  PENSTOCK_DEMAND((device ? content(on_device) : back) == sent);
  return me.meet();
}

TEST_P(RmaDevice, PutFlushAndGet) {
  const bool served = GetParam() == Way::kServed;
  EXPECT_TRUE(run(GetParam(), [&](RmaRank& me) {
    Memory memory(kDeviceMemory, kBytes);
    set(memory, std::vector<std::byte>(kBytes));
    const Region* region = nullptr;
    PENSTOCK_DEMAND(me.registry.register_memory(memory.data(), kBytes, kUseAll, &region).is_ok());
    PENSTOCK_DEMAND(me.show(*region) && me.meet());
    Target theirs;
    const Status attached = me.rma.attach(me.peer(), me.shown(), &theirs);
    if (!attached.is_ok()) fmt::print(stderr, "{}\n", attached.message());
    PENSTOCK_DEMAND(attached.is_ok());
    PENSTOCK_DEMAND(theirs.attachment().ways.size() == (served ? 0U : 1U) && theirs.direct() == nullptr);
    PENSTOCK_DEMAND(served || theirs.attachment().ways[0].device != 0);
    for (const bool device : {false, true}) {
      PENSTOCK_DEMAND(moves(me, theirs, device));
      const std::vector<std::byte> now = content(memory);
      const std::vector<std::byte> expected = pattern(kBytes - 100, me.peer());
      PENSTOCK_DEMAND(std::memcmp(now.data() + 100, expected.data(), expected.size()) == 0 && now[99] == std::byte{0});
      PENSTOCK_DEMAND(me.meet());
      set(memory, std::vector<std::byte>(kBytes));
      PENSTOCK_DEMAND(me.meet());
    }
    std::uint64_t old = 0;
    Call add;
    me.rma.atomic(theirs, {AtomicOp::kAdd, 8, 0, 1, 0, &old}, &add);
    PENSTOCK_DEMAND(me.over(add) && old == 0 && me.meet());
    memory.get(0, &old, sizeof old);
    PENSTOCK_DEMAND(old == 1);
    me.rma.detach(&theirs);
    PENSTOCK_DEMAND(me.meet());
    me.registry.deregister(region);
    PENSTOCK_DEMAND(me.meet());
    PENSTOCK_DEMAND(me.rma.attach(me.peer(), me.shown(), &theirs).code() == Code::kProtocol);
    return true;
  }));
}

// Reads every second word of the target into every second word here and checks the
// values; the words between them stay unchanged.
bool reads_into_a_layout(RmaRank& me, Target& theirs, const RemoteBuffer& there, const Layout& second) {
  const std::size_t words = second.size() / 2;
  std::vector<std::uint32_t> seen(words, 77);
  Memory into(kDeviceMemory, words * 4);
  into.put(0, seen.data(), words * 4);
  const Buffer result{into.data(), 1, &second};
  Call read;
  me.rma.accumulate(theirs, {AccumulateOp::kNoOp, base::Element::kUint32, 4}, {}, &result, there, &read);
  PENSTOCK_DEMAND(me.over(read));
  into.get(0, seen.data(), words * 4);
  for (std::size_t i = 0; i < words; ++i) PENSTOCK_DEMAND(seen[i] == (i % 2 == 0 ? 3U : 77U));
  return me.meet();
}

// Sums into GPU memory, from GPU and host memory, between two layouts: by kernels of the origin, which
// need no message, or by kernels of the owner.
TEST_P(RmaDevice, AccumulateAndLayouts) {
  constexpr std::size_t kWords = 300;
  const bool served = GetParam() == Way::kServed;
  EXPECT_TRUE(run(GetParam(), [served](RmaRank& me) {
    Memory memory(kDeviceMemory, kBytes);
    set(memory, std::vector<std::byte>(kBytes));
    const Region* region = nullptr;
    PENSTOCK_DEMAND(me.registry.register_memory(memory.data(), kBytes, kUseAll, &region).is_ok());
    PENSTOCK_DEMAND(me.show(*region) && me.meet());
    Target theirs;
    Target own;
    PENSTOCK_DEMAND(me.rma.attach(me.peer(), me.shown(), &theirs).is_ok() && me.attach_own(*region, &own));
    PENSTOCK_DEMAND(!theirs.executes_here() && own.executes_here());  // elements of 16 bytes need the owner
    PENSTOCK_DEMAND(theirs.head().executor == transport::Executor::kDevice);
    const Layout word = Layout::bytes(4);
    Layout second = Layout::bytes(0);
    PENSTOCK_DEMAND(Layout::vector(word, kWords, 1, 8, &second).is_ok());
    std::vector<std::uint32_t> ones(2 * kWords, 1);
    Memory on_device(kDeviceMemory, ones.size() * 4);
    on_device.put(0, ones.data(), ones.size() * 4);
    Memory old(kDeviceMemory, kWords * 4);
    const Accumulation sum{AccumulateOp::kSum, base::Element::kUint32, 4};
    const RemoteBuffer there{16, 1, &second};
    const Buffer result{old.data(), kWords, &word};
    Call calls[3];
    me.rma.accumulate(theirs, sum, {ones.data(), 1, &second}, nullptr, there, &calls[0]);
    me.rma.accumulate(theirs, sum, {on_device.data(), 1, &second}, &result, there, &calls[1]);
    me.rma.accumulate(own, sum, {ones.data(), kWords, &word}, nullptr, there, &calls[2]);
    for (const Call& call : calls) PENSTOCK_DEMAND(me.over(call));
    std::vector<std::uint32_t> was(kWords);
    old.get(0, was.data(), kWords * 4);
    for (const std::uint32_t each : was) PENSTOCK_DEMAND(each == 1 || each == 2);
    PENSTOCK_DEMAND(me.flushed() && me.meet());
    PENSTOCK_DEMAND((me.messages != 0) == served);
    PENSTOCK_DEMAND(reads_into_a_layout(me, theirs, there, second));
    std::vector<std::uint32_t> got(2 * kWords);
    Call get;
    me.rma.get(theirs, Buffer{got.data(), 1, &second}, there, &get);
    PENSTOCK_DEMAND(me.over(get));
    for (std::size_t i = 0; i < 2 * kWords; ++i) PENSTOCK_DEMAND(got[i] == (i % 2 == 0 ? 3U : 0U));
    // Moves from one list of places on a device to another list of as many bytes there.
    const std::int64_t places[] = {0, 100, 40, 300};
    Layout list = Layout::bytes(0);
    PENSTOCK_DEMAND(Layout::blocks(word, 1, places, &list).is_ok());
    PENSTOCK_DEMAND(me.meet());
    Call put;
    me.rma.put(theirs, Buffer{on_device.data(), 1, &list}, {50'000, 1, &list}, &put);
    PENSTOCK_DEMAND(me.over(put) && me.flushed() && me.meet());
    for (const std::int64_t place : places) {
      std::uint32_t value = 0;
      memory.get(50'000 + static_cast<std::size_t>(place), &value, 4);
      PENSTOCK_DEMAND(value == 1);
    }
    me.rma.detach(&theirs);
    me.rma.detach(&own);
    PENSTOCK_DEMAND(me.meet());
    me.registry.deregister(region);
    return true;
  }));
}

// Compares and swaps one word, with operands and result in memory of every kind.
TEST_P(RmaDevice, ComparesWhereverOperandsLie) {
  const bool served = GetParam() == Way::kServed;
  EXPECT_TRUE(run(GetParam(), [served](RmaRank& me) {
    Memory memory(kDeviceMemory, 64);
    set(memory, std::vector<std::byte>(64));
    const Region* region = nullptr;
    PENSTOCK_DEMAND(me.registry.register_memory(memory.data(), 64, kUseAll, &region).is_ok());
    PENSTOCK_DEMAND(me.show(*region) && me.meet());
    Target theirs;
    PENSTOCK_DEMAND(me.rma.attach(me.peer(), me.shown(), &theirs).is_ok());
    const test::MemoryKind kinds[] = {test::kHostMemory, test::helper_kind(PENSTOCK_GPU_PINNED),
                                      test::helper_kind(PENSTOCK_GPU_MANAGED), kDeviceMemory};
    std::uint32_t now = 0;
    for (const test::MemoryKind& of_operand : kinds) {
      for (const test::MemoryKind& of_compare : kinds) {
        for (const test::MemoryKind& of_result : kinds) {
          Memory operand(of_operand, 8);
          Memory compare(of_compare, 8);
          Memory result(of_result, 8);
          // An element that does not equal the comparison is unchanged.
          for (const bool equal : {false, true}) {
            const std::uint32_t wanted = equal ? now : now + 1;
            const std::uint32_t value = now + 7;
            const std::uint32_t unset = ~0U;
            operand.put(0, &value, sizeof value);
            compare.put(0, &wanted, sizeof wanted);
            result.put(0, &unset, sizeof unset);
            Call swap;
            me.rma.compare_and_swap(theirs, 16, sizeof value, operand.data(), compare.data(), result.data(), &swap);
            PENSTOCK_DEMAND(me.over(swap));
            std::uint32_t old = 0;
            result.get(0, &old, sizeof old);
            PENSTOCK_DEMAND(old == now);
            if (equal) now = value;
          }
        }
      }
    }
    PENSTOCK_DEMAND(me.flushed() && me.meet());
    PENSTOCK_DEMAND((me.messages != 0) == served);
    std::uint32_t mine[6] = {};
    memory.get(0, mine, sizeof mine);
    PENSTOCK_DEMAND(mine[3] == 0 && mine[4] == 7 * 64 && mine[5] == 0);
    me.rma.detach(&theirs);
    PENSTOCK_DEMAND(me.meet());
    me.registry.deregister(region);
    return true;
  }));
}

// An allocation is freed and another takes its place: the key of the first is refused,
// the key of the second reaches the second.
TEST_P(RmaDevice, ANewAllocationHasANewKey) {
  EXPECT_TRUE(run(GetParam(), [](RmaRank& me) {
    for (int round = 0; round < 3; ++round) {
      Memory memory(kDeviceMemory, kBytes);
      set(memory, pattern(kBytes, me.rank() + 10 * round));
      const Region* region = nullptr;
      PENSTOCK_DEMAND(me.registry.register_memory(memory.data(), kBytes, kUseAll, &region).is_ok());
      PENSTOCK_DEMAND(me.show(*region) && me.meet());
      Target theirs;
      PENSTOCK_DEMAND(me.rma.attach(me.peer(), me.shown(), &theirs).is_ok());
      std::vector<std::byte> got(kBytes);
      Call get;
      me.rma.get(theirs, contiguous(0, got.data(), kBytes), &get);
      PENSTOCK_DEMAND(me.over(get) && got == pattern(kBytes, me.peer() + 10 * round));
      me.rma.detach(&theirs);
      PENSTOCK_DEMAND(me.meet());
      me.registry.deregister(region);
    }
    return true;
  }));
}

}  // namespace
}  // namespace penstock::proto::rma
