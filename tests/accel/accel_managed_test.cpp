// Managed memory is prefetched to the device that copies it, as often as PENSTOCK_MANAGED_PREFETCH says.
#include "common/standin.hpp"
#include "fixture.hpp"

namespace penstock::accel {
namespace {

namespace standin = test::standin;

class ManagedTest : public AccelTest {
 protected:
  // Returns how often three copies of the same memory caused a prefetch.
  long brought(std::size_t bytes, Config::ManagedPrefetch when) {
    config_.managed_prefetch = when;
    create();
    Queue* queue = nullptr;
    EXPECT_TRUE(accel_->queues().queue(0, 0, &queue).is_ok());
    const Block managed(PENSTOCK_GPU_MANAGED, bytes), device(PENSTOCK_GPU_DEVICE, bytes);
    const std::vector<unsigned char> sent = pattern(bytes, 3);
    std::vector<unsigned char> got(bytes);
    const long before = standin::calls("cuMemPrefetchAsync");
    for (int i = 0; i < 3; ++i) {
      std::memcpy(managed.at(), sent.data(), bytes);
      const Status asked = accel_->queues().bring(managed.at(), bytes, 0);
      EXPECT_TRUE(asked.is_ok()) << asked.message();
      EXPECT_TRUE(queue->copy(device.at(), managed.at(), bytes).is_ok());
      finish(queue);
      EXPECT_EQ(penstock_gpu_copy(got.data(), device.at(), bytes), 0);
      EXPECT_EQ(got, sent);
    }
    return standin::is_there() ? standin::calls("cuMemPrefetchAsync") - before : -1;
  }
};

TEST_F(ManagedTest, IsBroughtAsOftenAsTold) {
  const bool counts = penstock_gpu_is_standin() != 0;
  EXPECT_EQ(brought(kBytes, Config::ManagedPrefetch::kAlways), counts ? 3 : -1);
  EXPECT_EQ(brought(kBytes, Config::ManagedPrefetch::kOnce), counts ? 1 : -1);
  EXPECT_EQ(brought(kBytes, Config::ManagedPrefetch::kNever), counts ? 0 : -1);
  EXPECT_EQ(brought(512, Config::ManagedPrefetch::kAlways), counts ? 0 : -1) << "too little to be worth it";
}

TEST_F(ManagedTest, AFailureIsToldOnce) {
  if (!standin::is_there()) GTEST_SKIP() << "a GPU's driver does not fail on request: run this on the stand-in driver";
  for (const char* entry : {"cuMemPrefetchAsync", "cuMemRangeGetAttributes", "cuEventRecord"}) {
    create();
    const Block managed(PENSTOCK_GPU_MANAGED, kBytes);
    standin::fail(entry, 1, 101 /* CUDA_ERROR_INVALID_DEVICE */);
    const Status told = accel_->queues().bring(managed.at(), kBytes, 0);
    EXPECT_NE(told.message().find(std::string(entry) + " failed"), std::string_view::npos) << told.message();
    EXPECT_TRUE(accel_->queues().bring(managed.at(), kBytes, 0).is_ok());
    standin::fail(nullptr, 0, 0);
  }
}

}  // namespace
}  // namespace penstock::accel
