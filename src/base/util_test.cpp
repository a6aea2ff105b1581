// The tests check Fd, Pool, IntrusiveList, futexes, random bytes and the clock.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/futex.hpp"
#include "base/intrusive_list.hpp"
#include "base/pool.hpp"
#include "base/random.hpp"

namespace penstock::base {
namespace {

bool is_open(int fd) {
  return fcntl(fd, F_GETFD) >= 0;
}

TEST(Fd, ClosesOnceAndMoves) {
  int raw = -1;
  {
    Fd first(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    ASSERT_TRUE(first.valid());
    raw = first.get();
    Fd second(std::move(first));
    EXPECT_EQ(second.get(), raw);
    EXPECT_FALSE(first.valid());  // NOLINT(bugprone-use-after-move): the state after a move is what is tested
    first = std::move(second);
    EXPECT_TRUE(is_open(raw));
  }
  EXPECT_FALSE(is_open(raw));
}

TEST(Fd, ReleaseLeavesItOpen) {
  Fd owner(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const int raw = owner.release();
  EXPECT_FALSE(owner.valid());
  EXPECT_TRUE(is_open(raw));
  ::close(raw);
}

struct Counted {
  explicit Counted(int* alive_count, bool fail = false) : alive(alive_count) {
    if (fail) throw std::runtime_error("asked to");
    ++*alive;
  }
  ~Counted() { --*alive; }
  int* alive;
};

TEST(Pool, ReusesSlotsAndKeepsAddresses) {
  int alive = 0;
  Pool<Counted> pool(4);
  std::vector<Counted*> held;
  for (int i = 0; i < 10; ++i) held.push_back(pool.acquire(&alive));
  EXPECT_EQ(alive, 10);
  EXPECT_EQ(pool.live(), 10U);
  EXPECT_EQ(pool.capacity(), 12U);
  EXPECT_EQ(std::set<Counted*>(held.begin(), held.end()).size(), 10U);
  Counted* last = held.back();
  pool.release(last);
  EXPECT_EQ(alive, 9);
  EXPECT_EQ(pool.acquire(&alive), last);
  EXPECT_EQ(pool.capacity(), 12U);
  for (Counted* object : held) pool.release(object);
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(pool.live(), 0U);
}

TEST(Pool, ThrowingConstructorKeepsTheSlot) {
  int alive = 0;
  Pool<Counted> pool(1);
  EXPECT_THROW(static_cast<void>(pool.acquire(&alive, true)), std::runtime_error);
  Counted* object = pool.acquire(&alive);
  EXPECT_EQ(pool.capacity(), 1U);
  pool.release(object);
}

struct Item {
  int value = 0;
  ListNode link;
};
using Items = IntrusiveList<Item, &Item::link>;

std::vector<int> values(Items& list) {
  std::vector<int> out;
  for (Item& item : list) out.push_back(item.value);
  return out;
}

TEST(IntrusiveList, OrderEraseSplice) {
  std::array<Item, 5> items{};
  for (int i = 0; i < 5; ++i) items[static_cast<std::size_t>(i)].value = i;
  Items list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.pop_front(), nullptr);
  list.push_back(items[1]);
  list.push_back(items[2]);
  list.push_front(items[0]);
  EXPECT_THAT(values(list), testing::ElementsAre(0, 1, 2));
  Items::erase(items[1]);
  EXPECT_FALSE(items[1].link.linked());
  EXPECT_THAT(values(list), testing::ElementsAre(0, 2));
  Items other;
  other.push_back(items[3]);
  other.push_back(items[4]);
  list.splice_back(other);
  EXPECT_TRUE(other.empty());
  EXPECT_THAT(values(list), testing::ElementsAre(0, 2, 3, 4));
  EXPECT_EQ(list.pop_front()->value, 0);
  EXPECT_EQ(list.back()->value, 4);
  EXPECT_EQ(list.count(), 3U);
}

TEST(Futex, TimesOutAndWakes) {
  std::atomic<std::uint32_t> word{7};
  EXPECT_EQ(futex_wait(&word, 7, 1'000'000), FutexResult::kTimedOut);
  EXPECT_EQ(futex_wait(&word, 6, 0), FutexResult::kWoken);
  std::thread waker([&word] {
    word.store(8);
    futex_wake(&word, 1);
  });
  while (word.load() == 7) static_cast<void>(futex_wait(&word, 7, 0));
  waker.join();
  EXPECT_EQ(word.load(), 8U);
}

TEST(Random, FillsAndDiffers) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  ASSERT_TRUE(random_u64(&a).is_ok());
  ASSERT_TRUE(random_u64(&b).is_ok());
  EXPECT_NE(a, b);
}

TEST(Clock, NeverGoesBack) {
  std::uint64_t last = now_ns();
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t t = now_ns();
    ASSERT_GE(t, last);
    last = t;
  }
}

}  // namespace
}  // namespace penstock::base
