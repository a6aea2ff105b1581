// The kernels of single messages are tested host-compiled: the data that they move, for all lengths and addresses, and the
// words that they write.
#include "kernels/ll/message.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "kernels/fold/test_kinds.hpp"
#include "kernels/ll/message_body.hpp"
#include "kernels/sync/kernel.hpp"
#include "kernels/sync/test_queue.hpp"

namespace penstock::kernels {
namespace {

constexpr standin::Kernel kKernels[] = {
#include "kernels/ll/message_list.inc"
};

constexpr std::size_t kBoxes = 3;
constexpr std::uint32_t kBox = 2;

std::uint64_t address_of(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory);
}

class Message : public ::testing::Test {
 protected:
  void give(std::size_t bytes, std::size_t offset, std::uint32_t number) {
    const Status given = give_message(
        queue_, {address_of(&from_[offset]), box(), address_of(copy_.data()), bytes, number, {address_of(&told_), number}});
    EXPECT_TRUE(given.is_ok()) << given.message();
  }
  void take(std::span<const TakenMessage> messages) {
    const Status taken = take_messages(queue_, {messages, {address_of(&told_), 100}, {address_of(&told_), 101}});
    EXPECT_TRUE(taken.is_ok()) << taken.message();
    EXPECT_EQ(told_, 101U);
  }
  void take(std::size_t bytes, std::size_t offset) {
    const TakenMessage message{address_of(&card_), address_of(boxes_.data()), address_of(&to_[offset]), bytes};
    take({&message, 1});
  }
  [[nodiscard]] const std::byte* copied() const { return reinterpret_cast<const std::byte*>(copy_.data()); }
  [[nodiscard]] std::uint64_t box() const { return address_of(boxes_.data()) + kBox * kMessageBoxBytes; }

  test::Random random_{7};
  test::TestQueue queue_{random_, kKernels};
  std::vector<sync::Quad> boxes_ = std::vector<sync::Quad>(kBoxes * kMessageBoxBytes / sizeof(sync::Quad));
  std::vector<sync::Quad> copy_ = std::vector<sync::Quad>(kMessageBoxBytes / sizeof(sync::Quad));
  std::vector<std::byte> from_ = std::vector<std::byte>(kMostMessageBytes + 16);
  std::vector<std::byte> to_ = from_;
  MessageCard card_;
  std::uint32_t told_ = 0;
};

TEST_F(Message, IsGivenAndTaken) {
  std::uint32_t number = 0;
  for (const std::size_t bytes : {1, 3, 4, 8, 9, 31, 64, 255, 256, 777, 1024}) {
    for (const std::size_t offset : {0, 1, 2, 4, 8, 13}) {
      queue_.draw_block_threads();
      for (std::byte& each : from_) each = static_cast<std::byte>(random_());
      to_.assign(to_.size(), std::byte{0x5a});
      give(bytes, offset, ++number);
      EXPECT_EQ(told_, number);
      std::vector<std::byte> found(bytes);
      EXPECT_FALSE(find_message(copied(), number + 1, found));
      EXPECT_TRUE(find_message(copied(), number, found));
      EXPECT_EQ(std::memcmp(found.data(), &from_[offset], bytes), 0);
      fill_card(&card_, kBox, static_cast<std::uint32_t>(bytes), number);
      take(bytes, offset);
      EXPECT_EQ(std::memcmp(&to_[offset], &from_[offset], bytes), 0) << bytes << " bytes at " << offset;
      EXPECT_TRUE(offset == 0 || to_[offset - 1] == std::byte{0x5a});
      EXPECT_EQ(to_[offset + bytes], std::byte{0x5a});
    }
  }
}

// The messages have many lengths and more room than they need; the CPU receives one in three.
TEST_F(Message, IsTakenAmongMany) {
  for (const std::size_t count : {2U, 7U, kMostTaken}) {
    queue_.draw_block_threads();
    std::vector<std::vector<sync::Quad>> boxes(count, boxes_);
    std::vector<MessageCard> cards(count);
    std::vector<std::vector<std::byte>> sent(count);
    std::vector<std::vector<std::byte>> got(count, std::vector<std::byte>(kMostMessageBytes + 1, std::byte{0x5a}));
    std::vector<TakenMessage> messages(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t bytes = 1 + random_() % kMostMessageBytes;
      const std::size_t room = bytes + random_() % (kMostMessageBytes + 1 - bytes);
      sent[i].resize(bytes);
      for (std::byte& each : sent[i]) each = static_cast<std::byte>(random_());
      const std::uint64_t packets = address_of(boxes[i].data()) + kMessageBoxBytes;
      EXPECT_TRUE(
          give_message(queue_,
                       {address_of(sent[i].data()), packets, address_of(copy_.data()), bytes, 9, {address_of(&told_), 1}})
              .is_ok());
      if (i % 3 == 1) {
        let_leave(&cards[i]);
      } else {
        fill_card(&cards[i], 1, static_cast<std::uint32_t>(bytes), 9);
      }
      messages[i] = {address_of(&cards[i]), address_of(boxes[i].data()), address_of(got[i].data()), room};
    }
    take(messages);
    for (std::size_t i = 0; i < count; ++i) {
      const bool taken = i % 3 != 1;
      EXPECT_EQ(std::memcmp(got[i].data(), sent[i].data(), sent[i].size()) == 0, taken) << i;
      EXPECT_EQ(got[i][taken ? sent[i].size() : 0], std::byte{0x5a});
    }
  }
}

TEST_F(Message, IsLeftAloneWhereTheCpuHasIt) {
  to_.assign(to_.size(), std::byte{0x5a});
  let_leave(&card_);
  take(64, 0);
  EXPECT_EQ(to_[0], std::byte{0x5a});
}

TEST_F(Message, ThatNeverComesIsWaitedForUntilTold) {
  to_.assign(to_.size(), std::byte{0x5a});
  queue_.runner_.pause = [](void*) {};
  give(64, 0, 4);
  fill_card(&card_, kBox, 64, 5);
  stop_waiting(&card_);
  take(64, 0);
  EXPECT_EQ(to_[0], std::byte{0x5a});
}

TEST_F(Message, ThatIsTooLongIsRefused) {
  EXPECT_EQ(give_message(queue_, {.bytes = kMostMessageBytes + 1}).code(), Code::kInternal);
  const TakenMessage long_one{.capacity = kMostMessageBytes + 1};
  EXPECT_EQ(take_messages(queue_, {.messages = {&long_one, 1}}).code(), Code::kInternal);
  EXPECT_EQ(take_messages(queue_, {}).code(), Code::kInternal);
  EXPECT_EQ(take_messages(queue_, {.messages = std::vector<TakenMessage>(kMostTaken + 1)}).code(), Code::kInternal);
  EXPECT_EQ(queue_.launches_, 0U);
}

}  // namespace
}  // namespace penstock::kernels
