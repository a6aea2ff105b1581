// Every exchanging kernel is host-compiled and runs as one rank of a team whose other ranks are the test.
#include "kernels/ll/ll.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "base/reduce/reduce.hpp"
#include "kernels/fold/test_kinds.hpp"
#include "kernels/ll/ll_body.hpp"
#include "kernels/sync/kernel.hpp"
#include "kernels/sync/test_queue.hpp"

namespace penstock::kernels {
namespace {

using base::Operation;
using test::Bytes;
using test::for_foldings;
using test::Kind;
using test::makes_nans;
using test::Random;
using test::random_elements;
using test::TestQueue;

constexpr standin::Kernel kKernels[] = {
#include "kernels/ll/ll_list.inc"
};

constexpr std::size_t kMostBytes = 1200;
constexpr std::uint32_t kNumber = 0x01020304;

// Packets has packets for a number of bytes; they carry the number of another call.
class Packets {
 public:
  explicit Packets(std::size_t bytes = kMostBytes) : quads_((bytes + 2 * sync::kPacketData) / sync::kPacketData + 2) {
    for (sync::Quad& quad : quads_) quad = {{7, kNumber - 1, 7, kNumber - 1}};
  }
  [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(quads_.data()); }
  void put(const Bytes& data) {
    for (std::size_t at = 0; at < data.size(); at += sync::kPacketData) {
      std::uint64_t word = 0;
      std::memcpy(&word, data.data() + at, std::min<std::size_t>(sync::kPacketData, data.size() - at));
      sync::store_packet(address() + 2 * at, word, kNumber);
    }
  }
  // Returns the first `bytes`; no packet behind them may belong to the call. The result is empty if not all have come.
  [[nodiscard]] Bytes take(std::size_t bytes, std::size_t unit) const {
    Bytes data(bytes);
    std::size_t at = 0;
    for (; at < bytes; at += sync::kPacketData) {
      std::uint64_t word = 0;
      if (!sync::load_packet(address() + 2 * at, kNumber, &word)) return {};
      std::memcpy(data.data() + at, &word, std::min<std::size_t>(sync::kPacketData, bytes - at));
    }
    std::uint64_t word = 0;
    const std::size_t end = (bytes + unit - 1) / unit * unit;
    return sync::load_packet(address() + 2 * std::max(at, end), kNumber, &word) ? Bytes{} : data;
  }

 private:
  std::vector<sync::Quad> quads_;
};

// Memory is plain memory at an offset, with guards.
class Memory {
 public:
  Memory(std::size_t bytes, std::size_t offset) : bytes_(bytes) {
    memory_.assign(bytes + 256, std::byte{0xa5});
    first_ = 64 + (0 - reinterpret_cast<std::uintptr_t>(memory_.data())) % 64 + offset;
  }
  [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(memory_.data() + first_); }
  void put(const Bytes& data) {
    if (!data.empty()) std::memcpy(memory_.data() + first_, data.data(), data.size());
  }
  [[nodiscard]] Bytes take() const { return {at(first_), at(first_ + bytes_)}; }
  [[nodiscard]] bool guarded() const {
    const auto whole = [](std::byte byte) { return byte == std::byte{0xa5}; };
    return std::all_of(memory_.begin(), at(first_), whole) && std::all_of(at(first_ + bytes_), memory_.end(), whole);
  }

 private:
  [[nodiscard]] Bytes::const_iterator at(std::size_t place) const {
    return memory_.begin() + static_cast<std::ptrdiff_t>(place);
  }
  Bytes memory_;
  std::size_t bytes_;
  std::size_t first_ = 0;
};

class Ll : public testing::Test {
 protected:
  void launch(const LlTask& task) {
    queue_.draw_block_threads();
    queue_.limits_.multiprocessors = static_cast<int>(1 + random_() % 4);
    accel::Ticket ticket;
    const Status status = ll(queue_, task, 3, &ticket);
    ASSERT_TRUE(status.is_ok()) << status.message();
    ASSERT_LE(queue_.blocks_, static_cast<unsigned>(std::min(3, queue_.limits_.multiprocessors)));
  }
  Bytes random_bytes(std::size_t bytes) { return test::random_bytes(random_, bytes); }

  Random random_{5};
  TestQueue queue_{random_, kKernels};
  std::uint32_t abort_ = 0;
  long cases_ = 0;
};

class LlFold : public Ll {
 protected:
  // As an allreduce of `ranks`, this one at place `rank`; `shares`: the result goes to the others too.
  void run_case(const Kind& kind, Operation operation, const Folding& folding, std::size_t count, std::size_t ranks,
                bool in_place, bool shares) {
    ++cases_;
    const std::size_t bytes = count * kind.bytes;
    const std::size_t rank = random_() % ranks;
    std::vector<Bytes> operands;
    std::vector<const void*> inputs;
    for (std::size_t i = 0; i < ranks; ++i) {
      operands.push_back(random_elements(random_, kind, count));
      inputs.push_back(operands.back().data());
    }
    Bytes want(bytes);
    base::fold(*base::find_kernel(base::Simd::kNone, operation, kind.element), want.data(), inputs, count);
    Memory own(bytes, random_() % 4 * kind.alignment);
    Memory other(bytes, random_() % 4 * kind.alignment);
    own.put(operands[rank]);
    Memory& target = in_place ? own : other;
    std::vector<Packets> ll_buffer(ranks), given(ranks), results(ranks);
    std::vector<LlPart> pushes;
    std::vector<std::uint64_t> sources, folded;
    for (std::size_t i = 0; i < ranks; ++i) {
      ll_buffer[i].put(operands[i]);
      sources.push_back(i == rank ? own.address() : ll_buffer[i].address());
      if (i == rank) continue;
      pushes.push_back({own.address(), given[i].address(), bytes});
      if (shares) folded.push_back(results[i].address());
    }
    LlTask task{.folding = folding,
                .number = kNumber,
                .pushes = pushes,
                .bytes = bytes,
                .sources = sources,
                .own = static_cast<std::uint32_t>(rank),
                .target = target.address(),
                .results = folded};
    task.abort = reinterpret_cast<std::uint64_t>(&abort_);
    launch(task);
    Bytes got = target.take();
    unify(kind, operation, &want, &got);
    const std::size_t unit = std::max<std::size_t>(kind.bytes, sync::kPacketData);
    const std::string what = fmt::format("{} operation {}: {} elements, {} ranks, rank {}, in place {}, shares {}",
                                         folding.kernel, static_cast<int>(operation), count, ranks, rank, in_place, shares);
    ASSERT_TRUE(got == want) << what;
    ASSERT_TRUE(own.guarded() && other.guarded()) << what;
    for (std::size_t i = 0; i < ranks; ++i) {
      if (i == rank || bytes == 0) continue;
      ASSERT_TRUE(given[i].take(bytes, unit) == operands[rank]) << what;
      if (!shares) continue;
      Bytes sent = results[i].take(bytes, unit);
      unify(kind, operation, &want, &sent);
      ASSERT_TRUE(sent == want) << what;
    }
  }

 private:
  static void unify(const Kind& kind, Operation operation, Bytes* one, Bytes* two) {
    if (!makes_nans(operation)) return;
    kind.unify_nans(one->data(), one->size());
    kind.unify_nans(two->data(), two->size());
  }
};

TEST_F(LlFold, MakesTheBitsOfTheCpu) {
  const int combinations = for_foldings([&](const Kind& kind, Operation operation, const Folding& folding) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{75}}) {
      for (const std::size_t ranks : {2, 3, 8}) {
        for (const bool in_place : {false, true}) {
          for (const bool shares : {false, true}) {
            run_case(kind, operation, folding, count, ranks, in_place, shares);
            if (HasFatalFailure()) return false;
          }
        }
      }
    }
    return true;
  });
  fmt::print("{} cases of {} operations on elements\n", cases_, combinations);
}

// Parts have any lengths and addresses, and are pushed from and pulled to the same memory.
TEST_F(Ll, MovesParts) {
  for (; cases_ < 2000; ++cases_) {
    const std::size_t parts = 1 + random_() % 5;
    std::vector<Memory> memory;
    std::vector<Packets> ll_buffer(parts), given(parts);
    std::vector<Bytes> here, come;
    std::vector<LlPart> pushes, pulls;
    for (std::size_t i = 0; i < parts; ++i) {
      const std::size_t bytes = random_() % (random_() % 2 == 0 ? 20 : kMostBytes);
      memory.emplace_back(bytes, random_() % 16);
      here.push_back(random_bytes(bytes));
      come.push_back(random_bytes(bytes));
      ll_buffer[i].put(come[i]);
    }
    for (std::size_t i = 0; i < parts; ++i) {
      memory[i].put(here[i]);
      pushes.push_back({memory[i].address(), given[i].address(), here[i].size()});
      pulls.push_back({ll_buffer[i].address(), memory[i].address(), here[i].size()});
    }
    const Bytes kept = random_bytes(random_() % 100);
    Memory from(kept.size(), random_() % 16), to(kept.size(), random_() % 16);
    from.put(kept);
    LlTask task{.folding = copying(), .number = kNumber, .pushes = pushes, .pulls = pulls};
    task.copy = {from.address(), to.address(), kept.size()};
    launch(task);
    for (std::size_t i = 0; i < parts; ++i) {
      ASSERT_TRUE(memory[i].take() == come[i] && memory[i].guarded()) << "part " << i << " of " << here[i].size();
      if (here[i].empty()) continue;
      ASSERT_TRUE(given[i].take(here[i].size(), 1) == here[i]) << "part " << i << " of " << here[i].size();
    }
    ASSERT_TRUE(to.take() == kept && to.guarded());
  }
  fmt::print("{} cases\n", cases_);
}

// Late writes the packets for which the kernel waits while it waits.
struct Late {
  static inline Packets* ll_buffer;
  static inline Bytes data;
  static inline int looks;
  static inline std::uint32_t* abort;
  static void bring(void* /*thread*/) {
    if (++looks == 100) ll_buffer->put(data);
  }
  static void give_up(void* /*thread*/) {
    if (++looks == 100) *abort = 1;
  }
};

TEST_F(Ll, WaitsForPackets) {
  Packets ll_buffer;
  Late::ll_buffer = &ll_buffer;
  Late::data = random_bytes(kMostBytes);
  Late::looks = 0;
  queue_.runner_.pause = Late::bring;
  Memory to(kMostBytes, 3);
  const LlPart pulls[] = {{ll_buffer.address(), to.address(), kMostBytes}};
  launch({.folding = copying(), .abort = reinterpret_cast<std::uint64_t>(&abort_), .number = kNumber, .pulls = pulls});
  EXPECT_EQ(Late::looks, 100);
  EXPECT_TRUE(to.take() == Late::data);
}

TEST_F(Ll, EndsWhenItIsToWaitNoMore) {
  Packets ll_buffer;
  Late::looks = 0;
  Late::abort = &abort_;
  queue_.runner_.pause = Late::give_up;
  Memory to(kMostBytes, 0);
  const Bytes before = to.take();
  const LlPart pulls[] = {{ll_buffer.address(), to.address(), kMostBytes}};
  launch({.folding = copying(), .abort = reinterpret_cast<std::uint64_t>(&abort_), .number = kNumber, .pulls = pulls});
  EXPECT_GT(Late::looks, 100);
  EXPECT_TRUE(to.take() == before);
}

// One task runs again and again, beyond the last number: a push and a pull of one unit.
TEST_F(Ll, CountsItsRuns) {
  constexpr std::uint64_t kOdd = 64;
  std::uint32_t counter = UINT32_MAX - 2;
  std::vector<sync::Quad> come(2 * kOdd / sizeof(sync::Quad)), given(come.size());
  const auto places = [](std::vector<sync::Quad>& quads) { return reinterpret_cast<std::uint64_t>(quads.data()); };
  std::uint64_t from = 0, to = 0;
  const LlPart pushes[] = {{reinterpret_cast<std::uint64_t>(&from), places(given), sizeof from}};
  const LlPart pulls[] = {{places(come), reinterpret_cast<std::uint64_t>(&to), sizeof to}};
  LlTask task{.folding = copying(), .pushes = pushes, .pulls = pulls};
  task.counter = reinterpret_cast<std::uint64_t>(&counter);
  task.odd = kOdd;
  for (const std::uint32_t number : {UINT32_MAX - 1, UINT32_MAX, 2U, 3U, 4U}) {
    const std::uint64_t shift = number % 2 * kOdd;
    sync::store_packet(places(come) + shift, number * 7ULL, number);
    from = number * 11ULL;
    launch(task);
    EXPECT_EQ(queue_.blocks_, 1U);
    EXPECT_EQ(counter, number);
    EXPECT_EQ(to, number * 7ULL);
    std::uint64_t told = 0;
    EXPECT_TRUE(sync::load_packet(places(given) + shift, number, &told));
    EXPECT_EQ(told, number * 11ULL);
  }
}

TEST_F(Ll, RefusesWhatIsNoTask) {
  const std::vector<LlPart> many(kMostExchanging + 1);
  accel::Ticket ticket;
  EXPECT_EQ(ll(queue_, {.folding = copying(), .number = 1, .pushes = many}, 1, &ticket).code(), Code::kInternal);
  EXPECT_EQ(ll(queue_, {.folding = copying(), .number = 0}, 1, &ticket).code(), Code::kInternal);
  EXPECT_EQ(ll(queue_, {.folding = {}, .number = 1}, 1, &ticket).code(), Code::kInternal);
  EXPECT_EQ(ll(queue_, {.folding = copying(), .number = 1, .counter = 8}, 1, &ticket).code(), Code::kInternal);
  EXPECT_EQ(ll(queue_, {.folding = copying(), .number = 1, .told = {8, 1}}, 1, &ticket).code(), Code::kInternal);
  EXPECT_EQ(queue_.launches_, 0U);
}

TEST_F(Ll, TellsItsEndByAWordOfTheCallers) {
  std::uint32_t counter = 0, word = 0;
  accel::Ticket ticket;
  const Status done = ll(queue_,
                         {.folding = copying(),
                          .counter = reinterpret_cast<std::uint64_t>(&counter),
                          .told = {reinterpret_cast<std::uint64_t>(&word), 9}},
                         1, &ticket);
  EXPECT_TRUE(done.is_ok()) << done.message();
  EXPECT_EQ(word, 9U);
  EXPECT_EQ(counter, 1U);
}

}  // namespace
}  // namespace penstock::kernels
