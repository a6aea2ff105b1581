// Messages take their place in the matching order before their bytes, and receives match a message before they have memory.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using testing::JobOptions;
using testing::MockJob;
using testing::Op;

const Layout kByte = Layout::bytes(1);
constexpr Context kContext = 0x50;
constexpr int kTag = 5;

struct Way {
  const char* name;
  bool mock;
  std::uint32_t flags;
};

const Way kWays[] = {
    {"messages", true, transport::kCanSend},
    {"pulled", true, transport::kCanSend | transport::kCanGet | transport::kHasStaging},
    {"streams", true, transport::kCanSend | transport::kCanStream},
    {"shm", false, 0},
};

using Bytes = std::vector<std::byte>;

Bytes filled(std::size_t bytes, int value) {
  return Bytes(bytes, static_cast<std::byte>(value));
}

class Promises : public ::testing::TestWithParam<Way> {
 protected:
  Promises() : job_(options()) {}
  void SetUp() override { ASSERT_TRUE(job_.status().is_ok()) << job_.status().message(); }
  static JobOptions options() {
    JobOptions options;
    options.mock = GetParam().mock;
    options.mock_options.flags = GetParam().flags;
    return options;
  }
  EarlyMatching& matching(int rank) { return job_.engine(rank).early_matching(); }
  Context promise(std::size_t bytes, int tag = kTag) {
    Context data = 0;
    const Status told = matching(0).promise(1, tag, kContext, bytes, place_, &data);
    EXPECT_TRUE(told.is_ok()) << told.message();
    return data;
  }
  Op keep_promise(Bytes& bytes, Context data, int tag = kTag) {
    return job_.send(0, {bytes.data(), bytes.size(), &kByte}, 1, tag, data);
  }
  Op send(Bytes& bytes, SendMode mode = SendMode::kStandard) {
    return job_.send(0, {bytes.data(), bytes.size(), &kByte}, 1, kTag, kContext, mode);
  }
  Op receive(Bytes& into, int from = 0, int tag = kTag) {
    return job_.recv(1, {into.data(), into.size(), &kByte}, from, tag, kContext);
  }
  Op expect(int from = kAnySource, int tag = kAnyTag) {
    Operation* out = nullptr;
    const Status begun = matching(1).expect(from, tag, kContext, &out);
    EXPECT_TRUE(begun.is_ok()) << begun.message();
    return Op(out);
  }
  // Receives the expected message into memory.
  Op take(const Operation& expecting, Bytes& into) {
    Operation* out = nullptr;
    const Status begun =
        job_.engine(1).messages().mrecv(matching(1).expected(expecting), {into.data(), into.size(), &kByte}, &out);
    EXPECT_TRUE(begun.is_ok()) << begun.message();
    return Op(out);
  }
  void rounds() {
    for (int i = 0; i < 20; ++i) job_.progress_all();
  }
  void expect_well(const Operation& operation, std::size_t bytes) {
    ASSERT_TRUE(job_.complete(operation));
    EXPECT_TRUE(operation.status().is_ok()) << operation.status().message();
    EXPECT_EQ(operation.result().source, 0);
    EXPECT_EQ(operation.result().tag, kTag);
    EXPECT_EQ(operation.result().bytes, bytes);
  }

  // Takes promised bytes from their place.
  void take_from_place(const Operation& expecting, std::size_t bytes, Context data) {
    PromisedMessage found;
    ASSERT_TRUE(matching(1).find_place(expecting, &found));
    EXPECT_EQ(found.source, 0);
    EXPECT_EQ(found.tag, kTag);
    EXPECT_EQ(found.bytes, bytes);
    EXPECT_EQ(found.data, data);
    EXPECT_EQ(found.place.box, place_.box);
    EXPECT_EQ(found.place.number, place_.number);
    EXPECT_TRUE(matching(1).take_from_place(expecting).is_ok());
    EXPECT_TRUE(matching(1).free_place(found).is_ok());
    rounds();
  }

  MockJob job_;
  PromisedPlace place_;  // the place of the promised bytes
};

// A listener that keeps what it is told.
class Heard final : public PromiseListener {
 public:
  explicit Heard(EarlyMatching& matching) : matching_(matching) { matching_.listen(this); }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;
  ~Heard() { matching_.listen(nullptr); }
  void promise_taken(int peer, Context data) override {
    EXPECT_EQ(peer, 1);
    taken.push_back(data);
  }
  void promise_place_free(int peer, Context data) override {
    EXPECT_EQ(peer, 1);
    free.push_back(data);
  }
  void list_awaited(std::vector<int>* /*out*/) const override {}
  void promises_lost(int peer, const Status& why) override {
    EXPECT_EQ(peer, 1);
    EXPECT_FALSE(why.is_ok());
    ++lost;
  }
  std::vector<Context> taken, free;
  int lost = 0;

 private:
  EarlyMatching& matching_;
};

INSTANTIATE_TEST_SUITE_P(Ways, Promises, ::testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

constexpr std::size_t kSizes[] = {0, 8, 300'000};

TEST_P(Promises, KeepTheirPlaceAndEnvelope) {
  for (const std::size_t size : kSizes) {
    for (const bool posted_first : {true, false}) {
      Bytes first = filled(size, 1);
      Bytes second = filled(8, 2);
      Bytes one(size);
      Bytes two(8);
      Op a;
      Op b;
      if (posted_first) {
        a = receive(one, kAnySource, kAnyTag);
        b = receive(two, kAnySource, kAnyTag);
      }
      const Context data = promise(size);
      const Op behind = send(second);
      rounds();
      Result seen;
      EXPECT_EQ(job_.engine(1).messages().probe(0, kTag, kContext, &seen), !posted_first);
      if (!posted_first) {
        EXPECT_EQ(seen.bytes, size) << "a probe tells what was promised";
        a = receive(one, kAnySource, kAnyTag);
        b = receive(two, kAnySource, kAnyTag);
      }
      expect_well(*b, 8);
      rounds();
      EXPECT_FALSE(a->done());
      EXPECT_FALSE(job_.engine(1).messages().cancel_recv(a.get())) << "it has its message";
      const Op kept = keep_promise(first, data);
      expect_well(*a, size);
      ASSERT_TRUE(job_.complete(*kept));
      EXPECT_EQ(one, first);
      EXPECT_EQ(two, second);
    }
  }
}

TEST_P(Promises, MayBeKeptBeforeTheReceive) {
  for (const std::size_t size : kSizes) {
    Bytes bytes = filled(size, 3);
    Bytes into(size);
    const Context data = promise(size);
    const Op kept = keep_promise(bytes, data);
    rounds();
    const Op received = receive(into);
    expect_well(*received, size);
    ASSERT_TRUE(job_.complete(*kept));
    EXPECT_EQ(into, bytes);
  }
}

TEST_P(Promises, ThatAreTooLongAreCut) {
  Bytes bytes = filled(100, 4);
  Bytes into(10);
  const Op received = receive(into);
  const Op kept = keep_promise(bytes, promise(100));
  ASSERT_TRUE(job_.complete(*received));
  EXPECT_EQ(received->status().code(), Code::kTruncate);
  ASSERT_TRUE(job_.complete(*kept));
}

TEST_P(Promises, MeetReceivesWithoutMemory) {
  for (const std::size_t size : kSizes) {
    for (const bool memory_first : {true, false}) {
      Bytes bytes = filled(size, 5);
      Bytes into(size);
      const Op expecting = expect();
      const Context data = promise(size);
      ASSERT_TRUE(job_.complete(*expecting));
      EXPECT_EQ(expecting->result().bytes, size);
      Op kept;
      if (!memory_first) kept = keep_promise(bytes, data);
      rounds();
      const Op received = take(*expecting, into);
      rounds();
      if (memory_first) {
        EXPECT_FALSE(received->done());
        kept = keep_promise(bytes, data);
      }
      expect_well(*received, size);
      ASSERT_TRUE(job_.complete(*kept));
      EXPECT_EQ(into, bytes);
    }
  }
}

TEST_P(Promises, ReceivesWithoutMemoryTakeTheirTurn) {
  for (const std::size_t size : kSizes) {
    for (const SendMode mode : {SendMode::kStandard, SendMode::kSynchronous}) {
      for (const bool posted_first : {true, false}) {
        Bytes first = filled(size, 6);
        Bytes second = filled(8, 7);
        Bytes one(size);
        Bytes two(8);
        Op expecting;
        if (posted_first) expecting = expect();
        const Op a = send(first, mode);
        const Op b = send(second);
        rounds();
        if (!posted_first) expecting = expect();
        const Op behind = receive(two);
        expect_well(*behind, 8);
        ASSERT_TRUE(job_.complete(*expecting));
        EXPECT_EQ(expecting->result().bytes, size);
        EXPECT_TRUE(mode == SendMode::kStandard || !a->done()) << "nothing was received";
        const Op received = take(*expecting, one);
        expect_well(*received, size);
        ASSERT_TRUE(job_.complete(*a));
        ASSERT_TRUE(job_.complete(*b));
        EXPECT_EQ(one, first);
        EXPECT_EQ(two, second);
      }
    }
  }
}

TEST_P(Promises, AreTakenFromTheirPlaces) {
  const Heard heard(matching(0));
  place_ = {3, 9};
  for (const bool expected_first : {true, false}) {
    Op expecting;
    if (expected_first) expecting = expect();
    const Context data = promise(100);
    rounds();
    if (!expected_first) expecting = expect();
    ASSERT_TRUE(job_.complete(*expecting));
    take_from_place(*expecting, 100, data);
    EXPECT_EQ(heard.taken.back(), data);
    EXPECT_EQ(heard.free.back(), data);
  }
  EXPECT_EQ(heard.taken.size(), 2U);
}

// Sends more promises than a transport accepts without progress.
TEST_P(Promises, AreManyAtOnce) {
  constexpr std::uint32_t kMany = 3000;
  const Heard heard(matching(0));
  std::vector<Context> data;
  for (place_ = {0, 1}; place_.box < kMany; ++place_.box) data.push_back(promise(8));
  for (place_.box = 0; place_.box < kMany; ++place_.box) {
    const Op expecting = expect();
    ASSERT_TRUE(job_.complete(*expecting));
    take_from_place(*expecting, 8, data[place_.box]);
  }
  EXPECT_EQ(heard.taken, data);
  EXPECT_EQ(heard.free, data);
}

TEST_P(Promises, NeedNoPlaceWhereTheyAreReceivedOtherwise) {
  const Heard heard(matching(0));
  for (const bool memory : {true, false}) {
    place_ = {3, 9};
    Bytes bytes = filled(100, 4);
    Bytes into(100);
    Op expecting;
    if (!memory) expecting = expect();
    const Context data = promise(100);
    ASSERT_TRUE(memory || job_.complete(*expecting));
    const Op received = memory ? receive(into) : take(*expecting, into);
    rounds();
    EXPECT_EQ(heard.free.back(), data);
    const Op kept = keep_promise(bytes, data);
    expect_well(*received, 100);
    ASSERT_TRUE(job_.complete(*kept));
    EXPECT_EQ(into, bytes);
  }
  place_ = {};
  const Op expecting = expect();
  const Context data = promise(8);
  ASSERT_TRUE(job_.complete(*expecting));
  PromisedMessage found;
  EXPECT_FALSE(matching(1).find_place(*expecting, &found)) << "none was named";
  Bytes bytes = filled(8, 1);
  Bytes into(8);
  const Op received = take(*expecting, into);
  const Op kept = keep_promise(bytes, data);
  expect_well(*received, 8);
  ASSERT_TRUE(job_.complete(*kept));
  EXPECT_TRUE(heard.taken.empty());
}

}  // namespace
}  // namespace penstock::proto
