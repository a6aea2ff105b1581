// How the elements of a reduction are shared out.
#include "coll/device/plan.hpp"

#include <gtest/gtest.h>

namespace penstock::coll {
namespace {

// Every element belongs to one owner, in order.
void check_shares(std::uint64_t elements, std::uint64_t element_bytes, std::uint64_t owners) {
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < owners; ++i) {
    const Share share = share_of(elements, element_bytes, owners, i);
    ASSERT_LE(share.first, elements);
    if (share.count == 0) continue;
    EXPECT_EQ(share.first, next) << elements << " elements of " << element_bytes << " B, owner " << i << " of " << owners;
    next += share.count;
  }
  EXPECT_EQ(next, elements) << "of " << element_bytes << " B, " << owners << " owners";
}

TEST(Shares, EveryElementHasOneOwner) {
  int cases = 0;
  for (const std::uint64_t bytes : {1, 2, 4, 8, 16, 10000}) {
    for (const std::uint64_t elements : {0, 1, 2, 3, 1023, 1024, 1025, 4096, 70001, 1 << 20, (1 << 20) + 1}) {
      for (std::uint64_t owners = 1; owners <= 17; ++owners, ++cases) check_shares(elements, bytes, owners);
    }
  }
  check_shares(std::uint64_t{1} << 40, 8, 7);
  EXPECT_EQ(cases, 6 * 11 * 17);
}

TEST(Shares, FewBytesAreOneOwners) {
  EXPECT_EQ(share_of(1024, 8, 4, 0).count, 1024U);
  for (std::uint64_t i = 1; i < 4; ++i) EXPECT_EQ(share_of(1024, 8, 4, i).count, 0U);
}

// Kernels move 16 bytes at once: shares begin at multiples of that, if elements can.
TEST(Shares, BeginAligned) {
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(share_of(1000003, 4, 3, i).first * 4 % 16, 0U);
}

TEST(Shares, OfManyBytesAreEven) {
  for (std::uint64_t i = 0; i < 4; ++i) {
    const Share share = share_of(std::uint64_t{1} << 28, 4, 4, i);
    EXPECT_EQ(share.count, std::uint64_t{1} << 26);
  }
}

}  // namespace
}  // namespace penstock::coll
