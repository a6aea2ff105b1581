// Messages between any two kinds of memory. Needs a CUDA driver: a GPU's, or the stand-in's.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

#include "kernels/image.hpp"
#include "penstock_gpu.h"
#include "proto/layout/pack.hpp"
#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using testing::JobOptions;
using testing::MockJob;

enum class Kind { kHost, kPinned, kManaged, kDevice, kPool };
constexpr Kind kKinds[] = {Kind::kHost, Kind::kPinned, Kind::kManaged, Kind::kDevice, Kind::kPool};
const char* name_of(Kind kind) {
  constexpr const char* kNames[] = {"host", "pinned", "managed", "device", "pool"};
  return kNames[static_cast<int>(kind)];
}

// Memory of a kind, with a host copy of what should be in it.
class Area {
 public:
  Area(Kind kind, std::size_t bytes) : kind_(kind), plain_(bytes) {
    constexpr penstock_gpu_kind kGpu[] = {PENSTOCK_GPU_DEVICE, PENSTOCK_GPU_PINNED, PENSTOCK_GPU_MANAGED, PENSTOCK_GPU_DEVICE,
                                          PENSTOCK_GPU_POOL};
    gpu_ = kGpu[static_cast<int>(kind)];
    address_ = plain_.data();
    if (kind != Kind::kHost && penstock_gpu_allocate(gpu_, bytes, &address_) != 0) {
      ADD_FAILURE() << "allocating " << name_of(kind) << ": " << penstock_gpu_error();
    }
  }
  ~Area() {
    if (kind_ != Kind::kHost) {
      EXPECT_EQ(penstock_gpu_free(gpu_, address_), 0) << penstock_gpu_error();
    }
  }
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;

  [[nodiscard]] void* address() const { return address_; }
  void put(const std::vector<std::byte>& bytes) {
    if (kind_ == Kind::kHost) {
      plain_ = bytes;
      address_ = plain_.data();
    } else {
      EXPECT_EQ(penstock_gpu_copy(address_, bytes.data(), bytes.size()), 0) << penstock_gpu_error();
    }
  }
  [[nodiscard]] std::vector<std::byte> get() const {
    std::vector<std::byte> out = plain_;
    if (kind_ != Kind::kHost) {
      EXPECT_EQ(penstock_gpu_copy(out.data(), address_, out.size()), 0) << penstock_gpu_error();
    }
    return out;
  }

 private:
  Kind kind_;
  penstock_gpu_kind gpu_ = PENSTOCK_GPU_DEVICE;
  std::vector<std::byte> plain_;
  void* address_ = nullptr;
};

class Device : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_GT(penstock_gpu_open(), 0) << "this test needs a GPU or the stand-in driver (LD_LIBRARY_PATH): "
                                      << penstock_gpu_error();
    ASSERT_EQ(penstock_gpu_select(0), 0) << penstock_gpu_error();
  }
  static JobOptions options() {
    JobOptions out;
    out.accel = [](const Config& config, Log& log, std::unique_ptr<accel::Accel>* accel) {
      return accel::Accel::create(config, log, kernels::image(), accel);
    };
    return out;
  }
};

std::vector<std::byte> noise(std::size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> out(bytes);
  for (std::byte& byte : out) byte = static_cast<std::byte>(random());
  return out;
}

std::vector<std::byte> packed(std::vector<std::byte> memory, const Buffer& like) {
  std::vector<std::byte> out(like.bytes());
  pack_host({memory.data(), like.count, like.layout}, 0, out);
  return out;
}

// The device's speed decides how many rounds it takes; a hang ends at the test's time limit.
constexpr long kUntilDone = std::numeric_limits<long>::max();

// One message from `from` to `to`; rank 0 to rank `peer`.
void exchange(MockJob& job, int peer, Kind from, const Layout& source_layout, Kind to, const Layout& target_layout,
              std::uint64_t count) {
  SCOPED_TRACE(fmt::format("{} -> {}, {} elements of {} bytes to rank {}", name_of(from), name_of(to), count,
                           source_layout.size(), peer));
  const auto span = [count](const Layout& layout) { return static_cast<std::size_t>(layout.extent()) * count; };
  Area source(from, span(source_layout));
  Area target(to, span(target_layout));
  const std::vector<std::byte> sent = noise(span(source_layout), 11);
  source.put(sent);
  target.put(noise(span(target_layout), 12));
  const Buffer out{source.address(), count, &source_layout};
  const Buffer in{target.address(), count, &target_layout};
  Operation* send = nullptr;
  Operation* receive = nullptr;
  Status status = job.engine(0).send(out, peer, 1, 1, SendMode::kStandard, &send);
  ASSERT_TRUE(status.is_ok()) << status.message();
  status = job.engine(peer).recv(in, 0, 1, 1, &receive);
  ASSERT_TRUE(status.is_ok()) << status.message();
  ASSERT_TRUE(job.complete(*send, kUntilDone));
  ASSERT_TRUE(job.complete(*receive, kUntilDone));
  EXPECT_TRUE(send->status().is_ok()) << send->status().message();
  EXPECT_TRUE(receive->status().is_ok()) << receive->status().message();
  EXPECT_EQ(receive->result().bytes, out.bytes());
  EXPECT_EQ(packed(sent, out), packed(target.get(), in));
  send->release();
  receive->release();
}

TEST_F(Device, EveryPairOfKinds) {
  MockJob job(options());
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout flat = Layout::bytes(8);
  Layout strided;
  ASSERT_TRUE(Layout::vector(Layout::bytes(8), 2, 1, 24, &strided).is_ok());
  strided = Layout::resized(strided, 0, 48);
  Layout same = Layout::bytes(16);
  for (const Kind from : kKinds) {
    for (const Kind to : kKinds) {
      for (const int peer : {1, 0}) {
        exchange(job, peer, from, flat, to, flat, 1);
        exchange(job, peer, from, flat, to, flat, 20'000);
        exchange(job, peer, from, strided, to, strided, 60);
        exchange(job, peer, from, strided, to, strided, 9'000);
        exchange(job, peer, from, strided, to, same, 5'000);
        exchange(job, peer, from, same, to, strided, 5'000);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_TRUE(job.engine(0).take_failure().is_ok());
  EXPECT_TRUE(job.engine(1).take_failure().is_ok());
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

// A message of device memory while the default stream is busy: said once by a rank, and only if it was told to check.
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
      Operation* send = nullptr;
      Operation* receive = nullptr;
      ASSERT_TRUE(job.engine(0).send({source.address(), 1, &bytes}, 1, 1, 1, SendMode::kStandard, &send).is_ok());
      ASSERT_TRUE(job.engine(1).recv({target.address(), 1, &bytes}, 0, 1, 1, &receive).is_ok());
      ASSERT_TRUE(job.complete(*send, kUntilDone));
      ASSERT_TRUE(job.complete(*receive, kUntilDone));
      send->release();
      receive->release();
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
