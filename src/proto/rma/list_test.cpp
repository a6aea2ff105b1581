// Lists of extents in wire format: an owner reads what an origin writes.
#include "proto/rma/list.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

namespace penstock::proto::rma {
namespace {

constexpr std::uint64_t kWords = 100;

// Uses every second word of a region of 200 words, and as many contiguous words here.
class Lists : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(Layout::vector(word_, kWords, 1, 16, &gaps_).is_ok());
    std::iota(words_.begin(), words_.end(), 1000);
    region_.bytes = 2 * kWords * 8;
  }
  [[nodiscard]] ListSource source(wire::Kind kind) const { return {.kind = kind, .remote = remote_, .sent = &origin_}; }
  Status read(std::span<const std::byte> payload, std::uint64_t bytes, List* out) const {
    Request wanted;
    wanted.bytes = static_cast<std::uint32_t>(bytes);
    return List::read(wanted, region_, payload, out);
  }

  Layout word_ = Layout::bytes(8);
  Layout gaps_ = Layout::bytes(0);
  std::vector<std::uint64_t> words_ = std::vector<std::uint64_t>(kWords);
  transport::Region region_;
  const Buffer origin_{words_.data(), kWords, &word_};
  const RemoteBuffer remote_{0, 1, &gaps_};
  ListWriter writer_;
};

TEST_F(Lists, ComeInPiecesThatFit) {
  constexpr std::uint64_t kRoom = 300;
  std::uint64_t done = 0;
  for (int pieces = 0; done < kWords * 8; ++pieces) {
    ASSERT_LT(pieces, 20);
    Piece piece{done, kWords * 8 - done};
    writer_.write(source(kRmaPutList), kRoom, &piece);
    ASSERT_GT(piece.bytes, 0U);
    ASSERT_LE(writer_.payload().size(), kRoom);
    List list;
    ASSERT_TRUE(read(writer_.payload(), piece.bytes, &list).is_ok());
    ASSERT_EQ(list.sent.size(), piece.bytes);
    EXPECT_EQ(std::memcmp(list.sent.data(), reinterpret_cast<const std::byte*>(words_.data()) + done, piece.bytes), 0);
    for (std::size_t i = 0; i < list.extents.size(); ++i) {
      EXPECT_EQ(list.extents[i].offset, 2 * done + 16 * i);
      EXPECT_EQ(list.extents[i].bytes, 8U);
    }
    done += piece.bytes;
  }
}

TEST_F(Lists, HoldWholeElements) {
  ListSource pairs = source(kRmaAccumulate);
  pairs.head.element_bytes = 16;
  Piece piece{0, kWords * 8};
  writer_.write(pairs, 200, &piece);
  EXPECT_GT(piece.bytes, 0U);
  EXPECT_EQ(piece.bytes % 16, 0U);
  piece = {0, kWords * 8};
  writer_.write(pairs, sizeof(ListHead) + 4 * sizeof(Extent) + 15, &piece);
  EXPECT_EQ(piece.bytes, 0U) << "half an element";
}

TEST_F(Lists, CarryComparisonsBehindElements) {
  const std::vector<std::uint64_t> others(kWords, 7);
  ListSource swaps = source(kRmaAccumulate);
  swaps.head.element_bytes = 8;
  swaps.compare = reinterpret_cast<const std::byte*>(others.data());
  Piece piece{16, 32};
  writer_.write(swaps, 1000, &piece);
  ASSERT_EQ(piece.bytes, 32U);
  List list;
  ASSERT_TRUE(read(writer_.payload(), 32, &list).is_ok());
  ASSERT_EQ(list.sent.size(), 64U);
  EXPECT_EQ(std::memcmp(list.sent.data(), words_.data() + 2, 32), 0);
  EXPECT_EQ(std::memcmp(list.sent.data() + 32, others.data(), 32), 0);
}

TEST_F(Lists, AreReadFromTheMiddle) {
  Piece piece{0, 32};
  writer_.write(source(kRmaPutList), 1000, &piece);
  List list;
  ASSERT_TRUE(read(writer_.payload(), 32, &list).is_ok());
  EXPECT_EQ(list.after(0).size(), 4U);
  const std::span<Extent> rest = list.after(12);
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_EQ(rest[0].offset, 20U);
  EXPECT_EQ(rest[0].bytes, 4U);
  EXPECT_EQ(rest[1].offset, 32U);
}

TEST_F(Lists, ThatLieAreRefused) {
  Piece piece{0, 32};
  writer_.write(source(kRmaPutList), 1000, &piece);
  std::vector<std::byte> payload(writer_.payload().begin(), writer_.payload().end());
  List list;
  EXPECT_EQ(read(payload, 24, &list).code(), Code::kProtocol) << "another length";
  EXPECT_EQ(read(std::span(payload).first(sizeof(ListHead) - 1), 32, &list).code(), Code::kProtocol) << "no head";
  EXPECT_EQ(read(std::span(payload).first(sizeof(ListHead) + 20), 32, &list).code(), Code::kProtocol) << "no extents";
  const Extent outside{region_.bytes - 4, 8};
  std::memcpy(payload.data() + sizeof(ListHead), &outside, sizeof outside);
  EXPECT_EQ(read(payload, 32, &list).code(), Code::kArg) << "out of the region";
}

}  // namespace
}  // namespace penstock::proto::rma
