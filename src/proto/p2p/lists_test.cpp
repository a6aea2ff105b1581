// Types of several runs in GPU memory are moved by one kernel, whatever the other kind of memory; the results are compared with
// the host's engine. The tests need a CUDA driver: a GPU's, or the stand-in's.
#include <dlfcn.h>

#include <algorithm>
#include <numeric>

#include "proto/layout/testing/model.hpp"
#include "proto/layout/walk.hpp"
#include "proto/testing/device_areas.hpp"

namespace penstock::proto {
namespace {

using testing::Area;
using testing::Device;
using testing::JobOptions;
using testing::Kind;
using testing::kKinds;
using testing::kUntilDone;
using testing::MockJob;
using testing::name_of;
using testing::noise;
using testing::Op;
using testing::TypeMaker;

// A buffer of a layout in memory of a kind.
class Laid {
 public:
  Laid(Kind kind, const Layout& layout, std::uint64_t count, unsigned seed) : layout_(layout), count_(count) {
    const std::int64_t last = static_cast<std::int64_t>(count - 1) * layout.extent();
    const std::int64_t low = layout.true_lower_bound() + std::min<std::int64_t>(last, 0);
    const std::int64_t high = layout.true_lower_bound() + layout.true_extent() + std::max<std::int64_t>(last, 0);
    origin_ = -low;
    host_ = noise(static_cast<std::size_t>(high - low), seed);
    pool_ = std::make_unique<Area>(kind, host_.size());
    pool_->put(host_);
  }
  // buffer() is the memory under test, expected() the content that it should have.
  [[nodiscard]] Buffer buffer() const { return {static_cast<std::byte*>(pool_->address()) + origin_, count_, &layout_}; }
  [[nodiscard]] Buffer expected() { return {host_.data() + origin_, count_, &layout_}; }
  [[nodiscard]] bool as_expected() const { return pool_->get() == host_; }

 private:
  Layout layout_;
  std::uint64_t count_;
  std::int64_t origin_ = 0;
  std::vector<std::byte> host_;
  std::unique_ptr<Area> pool_;
};

// Returns equal blocks at irregular places, which are multiples of `size` bytes.
Layout scattered(std::int64_t blocks, std::int64_t size) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t i = 0; i < blocks; ++i) offsets.push_back((i * 3 + i * i % 2) * size);
  Layout out;
  EXPECT_TRUE(Layout::blocks(Layout::bytes(static_cast<std::uint64_t>(size)), 1, offsets, &out).is_ok());
  return out;
}

// Returns pieces of different lengths.
Layout ragged(std::int64_t pieces, std::int64_t unit) {
  std::vector<std::int64_t> lengths, offsets;
  for (std::int64_t i = 0; i < pieces; ++i) {
    lengths.push_back((1 + i % 23) * unit);
    offsets.push_back((i * 26 + i * i % 2) * unit);
  }
  Layout out;
  EXPECT_TRUE(Layout::indexed(Layout::bytes(1), lengths, offsets, &out).is_ok());
  return out;
}

bool touches_twice(const Layout& layout, std::uint64_t count) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pieces;
  for_each_piece({nullptr, count, &layout}, 0, layout.size() * count,
                 [&](std::uint64_t at, std::uint64_t bytes) { pieces.emplace_back(at + (std::uint64_t{1} << 40), bytes); });
  std::ranges::sort(pieces);
  const auto overlap = [](const auto& one, const auto& next) { return one.first + one.second > next.first; };
  return std::ranges::adjacent_find(pieces, overlap) != pieces.end();
}

struct Types {
  Layout source, target;
  std::uint64_t count = 0, times = 0;  // elements of each layout, for equally many bytes
};

Types random_types(TypeMaker& random) {
  while (true) {
    const testing::Pair one = random.make(3);
    const testing::Pair other = random.make(static_cast<int>(random.upto(1, 3)));
    if (one.model.bytes.empty() || other.model.bytes.empty()) continue;
    const std::uint64_t bytes = std::lcm(one.layout.size(), other.layout.size());
    const Types out{one.layout, other.layout, bytes / one.layout.size(), bytes / other.layout.size()};
    if (bytes <= 30'000 && !touches_twice(out.target, out.times)) return out;
  }
}

class Lists : public Device {
 protected:
  void TearDown() override {
    if (const auto fail = control<int (*)(const char*, int, int)>("penstock_fakecuda_fail")) fail(nullptr, 0, 0);
  }
  // Returns null on a real GPU.
  template <typename Function>
  static Function control(const char* name) {
    void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    return library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
  }
  static long calls(const char* entry) {
    const auto count = control<long (*)(const char*)>("penstock_fakecuda_calls");
    return count == nullptr ? 0 : count(entry);
  }
  static JobOptions with(std::vector<std::pair<std::string, std::string>> settings) {
    JobOptions out = options();
    out.settings = std::move(settings);
    return out;
  }

  // Checks that no rank had to do without lists. Two ranks in one process cause other warnings.
  static void expect_lists(MockJob& job) {
    for (int rank = 0; rank < job.size(); ++rank) {
      for (const std::string& line : job.at(rank).warnings()) EXPECT_EQ(line.find("block by block"), std::string::npos) << line;
    }
  }

  // Copies between two buffers of rank 0.
  static void copy(MockJob& job, Laid& to, Laid& from) {
    const Op operation = job.copy(0, to.buffer(), from.buffer());
    ASSERT_TRUE(job.complete(*operation, kUntilDone));
    EXPECT_TRUE(operation->status().is_ok()) << operation->status().message();
    copy_host(to.expected(), from.expected(), 0, from.expected().bytes());
    EXPECT_TRUE(to.as_expected());
  }

  // Sends from rank 0 to rank `peer`.
  static void send(MockJob& job, int peer, Laid& to, Laid& from) {
    const Op out = job.send(0, from.buffer(), peer, 1, 1);
    const Op in = job.recv(peer, to.buffer(), 0, 1, 1);
    ASSERT_TRUE(job.complete(*out, kUntilDone));
    ASSERT_TRUE(job.complete(*in, kUntilDone));
    EXPECT_TRUE(out->status().is_ok()) << out->status().message();
    EXPECT_TRUE(in->status().is_ok()) << in->status().message();
    copy_host(to.expected(), from.expected(), 0, from.expected().bytes());
    EXPECT_TRUE(to.as_expected());
  }
};

TEST_F(Lists, RandomTypesBetweenAnyKinds) {
  MockJob job(options());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  TypeMaker random(4);
  for (const Kind from : kKinds) {
    for (const Kind to : kKinds) {
      for (int i = 0; i < 5; ++i) {
        SCOPED_TRACE(fmt::format("{} -> {}, case {}", name_of(from), name_of(to), i));
        const Types types = random_types(random);
        Laid out(from, types.source, types.count, 21);
        Laid in(to, types.target, types.times, 22);
        copy(job, in, out);
        Laid there(to, types.target, types.times, 23);
        send(job, 1, there, out);
        if (HasFailure()) return;
      }
    }
  }
  expect_lists(job);
}

// The messages are longer than a bounce buffer and than a slot, so that pieces begin and end within blocks.
TEST_F(Lists, LongMessagesInPieces) {
  MockJob job(with({{"PENSTOCK_BOUNCE_BUFFER_SIZE", "64K"}, {"PENSTOCK_STAGING_SLOT_SIZE", "64K"}}));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout one = ragged(500, 12);
  const Layout other = scattered(static_cast<std::int64_t>(one.size() * 4 / 12), 12);
  for (const Kind kind : {Kind::kDevice, Kind::kPool, Kind::kHost}) {
    Laid from(kind, one, 4, 31);
    Laid host(Kind::kHost, other, 1, 32);
    copy(job, host, from);
    Laid device(Kind::kDevice, other, 1, 33);
    copy(job, device, from);
    Laid peer(Kind::kDevice, other, 1, 34);
    send(job, 1, peer, from);
  }
  expect_lists(job);
}

TEST_F(Lists, OneKernelAndOneListForAType) {
  MockJob job(options());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout type = scattered(10'000, 8);
  const Layout flat = Layout::bytes(type.size());
  Laid from(Kind::kDevice, type, 2, 41);
  Laid to(Kind::kDevice, flat, 2, 42);
  for (int i = 0; i < 6; ++i) copy(job, to, from);                   // makes all queues
  if (control<void*>("penstock_fakecuda_calls") == nullptr) return;  // the following lines count the stand-in's calls
  const long copies = calls("cuMemcpyAsync");
  const long memory = calls("cuMemAlloc");
  const long kernels = calls("cuLaunchKernel");
  for (int i = 0; i < 5; ++i) copy(job, to, from);
  EXPECT_EQ(calls("cuLaunchKernel") - kernels, 5);
  EXPECT_EQ(calls("cuMemAlloc"), memory);
  EXPECT_LE(calls("cuMemcpyAsync") - copies, 10);  // the test itself makes some copies
}

TEST_F(Lists, BetweenTwoDevices) {
  MockJob job(options());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  if (penstock_gpu_open() < 2) GTEST_SKIP() << "one device here";
  Laid from(Kind::kDevice, ragged(60, 4), 3, 51);
  ASSERT_EQ(penstock_gpu_select(1), 0) << penstock_gpu_error();
  const Layout target = scattered(static_cast<std::int64_t>(ragged(60, 4).size() * 3 / 4), 4);
  Laid to(Kind::kDevice, target, 1, 52);
  copy(job, to, from);
  copy(job, from, to);
  Laid there(Kind::kDevice, target, 1, 53);
  send(job, 1, there, from);
  ASSERT_EQ(penstock_gpu_select(0), 0) << penstock_gpu_error();
}

// The least recently used entry is evicted.
TEST_F(Lists, MoreListsThanRoom) {
  MockJob job(with({{"PENSTOCK_LIST_CACHE_BYTES", "64K"}}));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  std::vector<Layout> types;
  for (std::int64_t i = 0; i < 12; ++i) types.push_back(scattered(3000 + i, 4));
  const long freed = calls("cuMemFree");
  for (int round = 0; round < 2; ++round) {
    for (const Layout& type : types) {
      Laid from(Kind::kDevice, type, 1, 61);
      Laid to(Kind::kDevice, Layout::bytes(type.size()), 1, 62);
      copy(job, to, from);
    }
  }
  if (control<void*>("penstock_fakecuda_calls") != nullptr) {
    EXPECT_GT(calls("cuMemFree") - freed, 48);  // the test itself frees some memory
  }
  expect_lists(job);
}

// The memory of types that no longer exist serves the next types.
TEST_F(Lists, TypesThatComeAndGo) {
  MockJob job(options());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  Laid to(Kind::kDevice, Layout::bytes(8000), 1, 72);
  long memory = 0;
  for (int i = 0; i < 6; ++i) copy(job, to, to);  // makes all queues
  for (int i = 0; i < 30; ++i) {
    Laid from(Kind::kDevice, scattered(2000, 4), 1, 71);
    const long before = calls("cuMemAlloc");
    copy(job, to, from);
    memory += calls("cuMemAlloc") - before;
  }
  EXPECT_LE(memory, 4);
}

TEST_F(Lists, WithoutRoomBlockByBlockAndSaidOnce) {
  for (const bool refused : {true, false}) {
    const auto fail = control<int (*)(const char*, int, int)>("penstock_fakecuda_fail");
    if (refused && fail == nullptr) continue;  // a real GPU refuses no call on request
    MockJob job(refused ? options() : with({{"PENSTOCK_LIST_CACHE_BYTES", "0"}}));
    ASSERT_TRUE(job.status().is_ok()) << job.status().message();
    const Layout type = ragged(60, 4);
    Laid from(Kind::kDevice, type, 2, 81);
    Laid flat(Kind::kDevice, Layout::bytes(type.size()), 2, 82);
    Laid to(Kind::kDevice, scattered(static_cast<std::int64_t>(type.size()) / 4, 8), 1, 83);
    for (int i = 0; i < 6; ++i) copy(job, flat, flat);  // makes all queues
    if (refused) {
      ASSERT_EQ(fail("cuMemAlloc", 0, 2), 0);  // out of memory
    }
    copy(job, flat, from);
    copy(job, to, from);
    ASSERT_EQ(job.at(0).warnings().size(), 1U);
    EXPECT_NE(job.at(0).warnings()[0].find("block by block"), std::string::npos) << job.at(0).warnings()[0];
    if (refused) {
      ASSERT_EQ(fail(nullptr, 0, 0), 0);
    }
    copy(job, from, flat);
  }
}

// First the copy of the list to the device fails, then the start of the kernel: the copy
// fails or succeeds, and the next copy works.
TEST_F(Lists, FaultsOnTheWay) {
  const auto fail = control<int (*)(const char*, int, int)>("penstock_fakecuda_fail");
  if (fail == nullptr) GTEST_SKIP() << "a real GPU refuses nothing on request";
  MockJob job(options());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout type = ragged(60, 4);
  Laid from(Kind::kDevice, type, 2, 91);
  Laid to(Kind::kDevice, Layout::bytes(type.size()), 2, 92);
  for (int i = 0; i < 6; ++i) copy(job, to, to);  // makes all queues
  for (const char* entry : {"cuMemcpyAsync", "cuLaunchKernel"}) {
    ASSERT_EQ(fail(entry, 1, 2), 0);
    const Op operation = job.copy(0, to.buffer(), from.buffer());
    ASSERT_TRUE(job.complete(*operation, kUntilDone));
    const bool made = operation->status().is_ok();
    ASSERT_EQ(fail(nullptr, 0, 0), 0);
    copy_host(to.expected(), from.expected(), 0, type.size() * 2);
    if (made) {
      EXPECT_TRUE(to.as_expected()) << entry;
    }
    copy(job, to, from);
  }
}

}  // namespace
}  // namespace penstock::proto
