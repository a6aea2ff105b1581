// Requests that the application has freed are released once they are done, and are checked rarely.
#include "core/p2p/orphaned_requests.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace penstock::core {
namespace {

struct Seen {
  bool over = false;
  std::size_t looks = 0;
  bool gone = false;
};

class Counted final : public Work {
 public:
  explicit Counted(Seen& seen) : seen_(seen) {}
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() override { seen_.gone = true; }
  bool done() override {
    ++seen_.looks;
    return seen_.over;
  }
  Status tell(Outcome*) override { return Status::ok(); }

 private:
  Seen& seen_;
};

class OrphanedRequestsTest : public ::testing::Test {
 protected:
  ~OrphanedRequestsTest() override { orphans_.release_all(); }
  void give_up(Seen& seen) { orphans_.add(*pool_.acquire(static_cast<Comm*>(nullptr), std::make_unique<Counted>(seen))); }
  void give_up_all() {
    for (Seen& each : seen_) give_up(each);
  }
  std::size_t looks() const {
    std::size_t sum = 0;
    for (const Seen& each : seen_) sum += each.looks;
    return sum;
  }

  static constexpr std::size_t kMany = 5000;
  std::vector<Seen> seen_ = std::vector<Seen>(kMany);
  base::Pool<Request> pool_;
  OrphanedRequests orphans_{pool_};
};

TEST_F(OrphanedRequestsTest, OneThatIsOverGoesAtOnce) {
  Seen over{.over = true};
  give_up(over);
  EXPECT_TRUE(over.gone);
  EXPECT_TRUE(orphans_.empty());
}

// Each call checks a few requests, however many there are.
TEST_F(OrphanedRequestsTest, ManyThatAreNotOverCostNoMoreThanFew) {
  give_up_all();
  EXPECT_LE(looks(), 5 * kMany);
  const std::size_t before = looks();
  orphans_.look();
  EXPECT_GT(looks(), before);
  EXPECT_LE(looks() - before, 16U);
  EXPECT_EQ(pool_.live(), kMany);
  EXPECT_FALSE(orphans_.all_done([](const Request&) { return false; }));
}

TEST_F(OrphanedRequestsTest, AllThatAreOverGoInTurn) {
  give_up_all();
  for (std::size_t i = 0; i < kMany; ++i) seen_[i].over = i != 0 && i != kMany / 2 && i != kMany - 1;
  for (std::size_t i = 0; i < kMany; ++i) orphans_.look();
  std::size_t left = 0;
  orphans_.for_each([&](const Request&) { ++left; });
  EXPECT_EQ(left, 3U);
  for (const Seen& each : seen_) EXPECT_EQ(each.gone, each.over);
  for (Seen& each : seen_) each.over = true;
  EXPECT_TRUE(orphans_.all_done([](const Request&) { return false; }));
  orphans_.look();
  EXPECT_TRUE(orphans_.empty());
  EXPECT_EQ(pool_.live(), 0U);
}

// An application frees one request after another and makes no other call.
TEST_F(OrphanedRequestsTest, GivingUpKeepsThemFew) {
  for (std::size_t i = 0; i < kMany; ++i) {
    give_up(seen_[i]);
    if (i >= 10) seen_[i - 10].over = true;
  }
  EXPECT_LE(pool_.live(), 40U) << "10 are not over";
}

}  // namespace
}  // namespace penstock::core
