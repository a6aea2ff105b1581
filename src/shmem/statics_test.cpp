// These tests find the program's static data, and exchange pages for others.
#include "shmem/statics.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <sys/mman.h>

#include "shmem/remap.hpp"

namespace penstock::shmem {
namespace {

long with_value = 42;
long without_value;
const long kReadOnly = 3;

bool has(const Statics& statics, const void* address) {
  const auto* const at = static_cast<const std::byte*>(address);
  return at >= statics.data.data() && at < statics.data.data() + statics.data.size();
}

TEST(Statics, AreFound) {
  const Statics statics = find_statics();
  EXPECT_TRUE(has(statics, &with_value) && has(statics, &without_value));
  const long on_stack = 0;
  EXPECT_FALSE(has(statics, &kReadOnly) || has(statics, &on_stack) || has(statics, std::vector<int>(1).data()));
  EXPECT_EQ(statics, find_statics());
}

TEST(Statics, ChangePagesAndKeepBytes) {
  constexpr std::size_t kBytes = 8 * kPageBytes;
  const auto take = [](int kind) {
    return static_cast<std::byte*>(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0));
  };
  std::byte* const data = take(MAP_PRIVATE);
  std::byte* const shared = take(MAP_SHARED);
  ASSERT_TRUE(data != MAP_FAILED && shared != MAP_FAILED);
  data[5] = std::byte{1};
  data[kBytes - 1] = std::byte{2};
  ASSERT_TRUE(make_shared({data, kBytes}, shared));
  EXPECT_TRUE(data[5] == std::byte{1} && shared[kBytes - 1] == std::byte{2});
  shared[6] = std::byte{3};
  EXPECT_EQ(data[6], std::byte{3});
  ASSERT_TRUE(make_private({data, kBytes}));
  shared[7] = std::byte{4};
  EXPECT_TRUE(data[5] == std::byte{1} && data[6] == std::byte{3} && data[7] == std::byte{0});
  EXPECT_TRUE(munmap(data, kBytes) == 0 && munmap(shared, kBytes) == 0);
}

}  // namespace
}  // namespace penstock::shmem
