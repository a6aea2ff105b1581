// GPU memory between two processes that cannot map it, or have not mapped it yet: the tests check the path and the data.
// mpiexec -n 2 bounce_test [GoogleTest options]; on the stand-in driver or on real GPUs.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "common/standin.hpp"
#include "process_rank.hpp"
#include "proto/p2p/mover.hpp"

namespace penstock::proto {
namespace {

using test::kDeviceMemory;
using test::kHostMemory;
using test::Memory;
using test::MemoryKind;

const MemoryKind kManaged = test::helper_kind(PENSTOCK_GPU_MANAGED);
const MemoryKind kPool = test::helper_kind(PENSTOCK_GPU_POOL);
const MemoryKind kPinned = test::helper_kind(PENSTOCK_GPU_PINNED);
using test::standin::calls;

// Returns the memory of device 0 that the stand-in driver counts as used; 0 on a real GPU, where others use some too.
std::size_t taken() {
  using Info = int (*)(std::size_t*, std::size_t*);
  void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  const auto info =
      library == nullptr || penstock_gpu_is_standin() == 0 ? nullptr : reinterpret_cast<Info>(dlsym(library, "cuMemGetInfo"));
  std::size_t free = 0;
  std::size_t total = 0;
  return info != nullptr && info(&free, &total) == 0 ? total - free : 0;
}

// Ranks 0 and 1 exchange messages.
class Rank final : public test::ProcessRank {
 public:
  Status open() override {
    PENSTOCK_TRY(ProcessRank::open());
    taken_ = taken();
    return Status::ok();
  }

 private:
  Status nothing_is_mapped() override {
    const long open = calls("cuIpcOpenMemHandle") - calls("cuIpcCloseMemHandle");
    if (open == 0 || std::getenv("PENSTOCK_FAKECUDA_FAIL") != nullptr) return Status::ok();
    return Status::error(Code::kInternal, "{} mappings of the peer's memory are still there when it may be freed", open);
  }
  Status all_is_given_back() override {
    const std::size_t left = taken();
    return left == taken_ ? Status::ok() : Status::error(Code::kInternal, "{} bytes of the GPU were not freed", left - taken_);
  }
  std::size_t taken_ = 0;
};

Rank* rank = nullptr;

std::vector<std::size_t> sizes() {
  const std::size_t slot = rank->config.bounce_buffer_size;
  return {1, 8192, slot - 1, slot, slot + 1, 5 * slot + 5};
}

// Sends one message of each size in both directions, between new allocations.
void each_size(const MemoryKind& from_kind, const MemoryKind& to_kind) {
  unsigned seed = 1;
  for (const int from : {0, 1}) {
    for (const std::size_t bytes : sizes()) {
      SCOPED_TRACE(fmt::format("{} B {} -> {} from rank {}", bytes, from_kind.name, to_kind.name, from));
      Memory memory(rank->self() == from ? from_kind : to_kind, bytes);
      rank->message(from, memory.data(), bytes, seed++);
    }
  }
}

std::uint64_t counted(std::string_view path, const std::function<void()>& messages) {
  const std::uint64_t before = rank->received(path);
  messages();
  return rank->received(path) - before;
}

// Small managed memory travels with its header, so only large messages count.
std::uint64_t large() {
  const auto all = sizes();
  return static_cast<std::uint64_t>(
      std::count_if(all.begin(), all.end(), [](std::size_t bytes) { return bytes > rank->config.eager_limit; }));
}

TEST(Bounce, CarriesWhatNeitherCanMap) {
  for (const MemoryKind& from : {kManaged, kPool}) {
    for (const MemoryKind& to : {kManaged, kPool}) {
      const std::uint64_t all = from.name == kManaged.name ? large() : sizes().size();
      EXPECT_EQ(counted("bounce ipc", [&] { each_size(from, to); }), all) << from.name << " -> " << to.name;
    }
  }
  EXPECT_TRUE(rank->warnings.empty());
}

// The GPU moves large pinned memory too; the first message tells a sender of it that the receiver would need slots.
TEST(Bounce, CarriesLargePinnedMemory) {
  const auto all = sizes();
  const auto of_gpu = static_cast<std::uint64_t>(
      std::count_if(all.begin(), all.end(), [](std::size_t bytes) { return bytes >= Mover::kLeastPinned; }));
  ASSERT_GE(of_gpu, 3U);
  EXPECT_EQ(counted("bounce ipc", [] { each_size(kPool, kPinned); }), of_gpu);
  EXPECT_EQ(counted("bounce ipc", [] { each_size(kPinned, kPool); }), of_gpu - 1);
  EXPECT_EQ(counted("bounce ipc", [] { each_size(kPinned, kPool); }), of_gpu);
}

// The owner of the memory that cannot be mapped moves it in one operation.
TEST(OneOperation, MovesWhatOneOfThemCanMap) {
  for (const MemoryKind& kind : {kManaged, kPool, kHostMemory, kPinned}) {
    EXPECT_EQ(counted("get ipc", [&] { each_size(kDeviceMemory, kind); }), sizes().size()) << kind.name;
    const bool eager = kind.name != kPool.name;
    const std::uint64_t direct = counted("put ipc", [&] { each_size(kind, kDeviceMemory); });
    EXPECT_GE(direct, eager ? large() - 2 : sizes().size()) << kind.name;
  }
  EXPECT_EQ(rank->received("bounce ipc"), 0U);
  EXPECT_TRUE(rank->warnings.empty());
}

// The first allocation is mapped at once; the next when it has been sent often enough.
TEST(FirstTouch, MapsAnAllocationOnceItHasRepaidThat) {
  constexpr std::size_t kBytes = 1 << 20;
  Memory first(kDeviceMemory, kBytes), second(kDeviceMemory, kBytes), target(kDeviceMemory, kBytes);
  EXPECT_EQ(counted("bounce ipc", [&] { rank->message(0, (rank->self() == 0 ? first : target).data(), kBytes, 1); }), 0U);
  unsigned through_slots = 0;
  const auto message = [&] { rank->message(0, (rank->self() == 0 ? second : target).data(), kBytes, 2 + through_slots); };
  // The model gives the upper limit; there are fewer if mappings were measured to be cheap.
  const double excess = rank->config.cost_bounce.of(kBytes) - rank->config.cost_gpu_copy.of(kBytes);
  const auto wanted = static_cast<unsigned>(static_cast<double>(rank->config.map_after_us) / std::max(excess, 1.0));
  for (; through_slots < wanted; ++through_slots) message();
  for (int i = 0; i < 3; ++i) message();
  EXPECT_GE(rank->received("bounce ipc"), rank->self() == 1 ? 1U : 0U);
  EXPECT_LE(rank->received("bounce ipc"), rank->self() == 1 ? wanted + 1U : 0U);
  EXPECT_GE(rank->received("get ipc"), rank->self() == 1 ? 3U : 0U);
}

// Run it with PENSTOCK_FAKECUDA_FAIL=cuIpcOpenMemHandle:0.
TEST(Unmappable, GoesThroughHostMemoryWithOneWarning) {
  for (const MemoryKind& from : {kManaged, kPool}) each_size(from, kPool);
  EXPECT_EQ(rank->received("bounce ipc"), 0U);
  const auto about = [](const std::string& line) { return line.find("mapping bounce buffers") != std::string::npos; };
  EXPECT_EQ(std::count_if(rank->warnings.begin(), rank->warnings.end(), about), 1);
  EXPECT_NE(rank->warnings.at(0).find("cuIpcOpenMemHandle"), std::string::npos);
}

}  // namespace
}  // namespace penstock::proto

int main(int argc, char** argv) {
  penstock::proto::Rank self;
  penstock::proto::rank = &self;
  return penstock::test::run_tests_as(self, argc, argv);
}
