// The tests check the environment variables about NVLink multicast, and the reason that is reported.
#include "accel/driver/multicast.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace penstock::accel {
namespace {

std::string forbidden(const char* nccl, const char* nvshmem) {
  return multicast_forbidden_by([&](const char* name) -> const char* {
    if (std::strcmp(name, "NCCL_NVLS_ENABLE") == 0) return nccl;
    return std::strcmp(name, "NVSHMEM_DISABLE_NVLS") == 0 ? nvshmem : nullptr;
  });
}

TEST(Multicast, TheEnvironmentForbidsIt) {
  EXPECT_EQ(forbidden("0", nullptr), "NCCL_NVLS_ENABLE=0");
  EXPECT_EQ(forbidden("off", nullptr), "NCCL_NVLS_ENABLE=off");
  for (const char* value : {"1", "true", "Yes", ""}) {
    EXPECT_EQ(forbidden(nullptr, value), std::string("NVSHMEM_DISABLE_NVLS=") + value);
  }
  EXPECT_EQ(forbidden("1", "1"), "NVSHMEM_DISABLE_NVLS=1");
}

TEST(Multicast, TheEnvironmentSaysNothingAgainstIt) {
  EXPECT_EQ(forbidden(nullptr, nullptr), "");
  for (const char* value : {"1", "2", "-1", ""}) EXPECT_EQ(forbidden(value, nullptr), "") << value;
  for (const char* value : {"0", "no", "False"}) EXPECT_EQ(forbidden(nullptr, value), "") << value;
}

TEST(Multicast, TheReasonIsTheFirstThatHolds) {
  EXPECT_EQ(why_no_multicast({.devices = 2, .able = 0}, "NCCL_NVLS_ENABLE=0"), "no GPU here supports it");
  EXPECT_EQ(why_no_multicast({.devices = 2, .able = 2}, "NCCL_NVLS_ENABLE=0"), "NCCL_NVLS_ENABLE=0 forbids it");
  EXPECT_EQ(why_no_multicast({.devices = 2, .able = 1}, ""), "no collective of this version has an algorithm for it");
}

}  // namespace
}  // namespace penstock::accel
