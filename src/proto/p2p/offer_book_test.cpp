// Checks what two ranks remember of each other's allocations.
#include "proto/p2p/offer_book.hpp"

#include <gtest/gtest.h>

#include <random>

namespace penstock::proto {
namespace {

transport::BufferDescriptor region_of(std::uint64_t buffer_id) {
  transport::BufferDescriptor region;
  region.exported = 1;
  region.device.buffer_id = buffer_id;
  region.device.base = buffer_id << 20U;
  return region;
}

TEST(OfferBook, HoldsTheLastOfEachPlace) {
  OffersMade made;
  EXPECT_EQ(made.find(1, 7), nullptr) << "nothing was offered";
  made.made(1, 7, 2);
  ASSERT_NE(made.find(1, 7), nullptr);
  EXPECT_EQ(made.find(1, 7)->pool, 2);
  EXPECT_EQ(made.find(2, 7), nullptr) << "to another peer";
  EXPECT_EQ(made.find(1, 8), nullptr);
  made.made(1, 7 + kOfferPlaces, 0);
  EXPECT_EQ(made.find(1, 7), nullptr) << "its place is another's";
  EXPECT_NE(made.find(1, 7 + kOfferPlaces), nullptr);
  made.forget(1, 7);
  EXPECT_NE(made.find(1, 7 + kOfferPlaces), nullptr);
  made.forget(1, 7 + kOfferPlaces);
  EXPECT_EQ(made.find(1, 7 + kOfferPlaces), nullptr);
  EXPECT_EQ(made.find(1, 0), nullptr) << "an empty place holds no allocation";
}

// Allocations are offered, forgotten and offered again in any order: the receiver knows each
// allocation that the sender believes to be known.
TEST(OfferBook, BothRanksAgree) {
  OffersMade made;
  OffersHeard heard;
  std::mt19937 random(11);
  int short_forms = 0;
  for (int message = 0; message < 20'000; ++message) {
    const std::uint64_t buffer_id = 1 + random() % (random() % 2 == 0 ? 8 : 200);
    if (random() % 50 == 0) made.forget(1, buffer_id);
    if (made.find(1, buffer_id) == nullptr) {
      made.made(1, buffer_id, 0);
      heard.heard(0, region_of(buffer_id));
      continue;
    }
    ++short_forms;
    const transport::BufferDescriptor* region = heard.find(0, buffer_id);
    ASSERT_NE(region, nullptr);
    ASSERT_EQ(region->device.base, buffer_id << 20U);
  }
  EXPECT_GT(short_forms, 5'000);
  EXPECT_EQ(heard.find(0, 5000), nullptr);
  EXPECT_EQ(heard.find(1, 1), nullptr) << "of a peer that offered nothing";
}

}  // namespace
}  // namespace penstock::proto
