// PEs as threads of one process, so that ThreadSanitizer sees both sides of each heap: loads and stores, what remote.hpp does,
// waiting, teams. They share one program's static data, which are therefore not symmetric.
#include "shmem/pe.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "boot/threads/threads.hpp"
#include "shmem/team_operations.hpp"

namespace penstock::shmem {
namespace {

constexpr int kRounds = 300;

using Word = std::uint64_t;

struct Here {
  Pe& pe;
  const View& view;
  [[nodiscard]] int next() const { return (view.me + 1) % static_cast<int>(view.pes); }
  [[nodiscard]] int before() const { return (view.me + static_cast<int>(view.pes) - 1) % static_cast<int>(view.pes); }
  // A word of that PE for loads and stores of this one.
  [[nodiscard]] std::atomic_ref<Word> word(const Word* mine, int pe_number) const {
    std::byte* const place = view.place(mine, sizeof(Word), pe_number);
    EXPECT_NE(place, nullptr);
    return std::atomic_ref<Word>(*reinterpret_cast<Word*>(place));
  }
  [[nodiscard]] Word* words(std::size_t count) const {
    return static_cast<Word*>(pe.allocate("words", 64, count * sizeof(Word), true));
  }
};

Status run_pe(const Config& config, std::unique_ptr<boot::Boot> boot, const std::function<void(Here)>& body) {
  std::unique_ptr<runtime::Job> job;
  PENSTOCK_TRY(runtime::Job::prepare(config, std::move(boot), &job));
  PENSTOCK_TRY(job->begin());
  Pe pe(*job, Pe::Data::kPrivate);
  View view;
  const auto locked = [&](auto&& verb) {
    const std::scoped_lock lock(job->engine().lock());
    return verb();
  };
  PENSTOCK_TRY(locked([&] { return pe.open(&view); }));
  body({pe, view});
  PENSTOCK_TRY(locked([&] { return pe.close(); }));
  const std::scoped_lock lock(job->engine().lock());
  job->stop_helping();
  return job->part();
}

void as_threads(int pes, const Config& config, const std::function<void(Here)>& body) {
  std::vector<std::unique_ptr<boot::Boot>> boots = boot::make_thread_job(pes);
  std::vector<Status> results(boots.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < boots.size(); ++i) {
    threads.emplace_back([&, i] { results[i] = run_pe(config, std::move(boots[i]), body); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Status& result : results) EXPECT_TRUE(result.is_ok()) << result.message();
}

// Until the PE's own word is at least that.
void wait_for(Here here, const Word* word, Word value) {
  struct Wanted {
    const Word* word;
    Word value;
  } const wanted{word, value};
  here.pe.wait({[](const void* state) {
                  const auto& asked = *static_cast<const Wanted*>(state);
                  return std::atomic_ref<Word>(*const_cast<Word*>(asked.word)).load(std::memory_order_acquire) >= asked.value;
                },
                &wanted});
}

class PesAsThreads : public testing::TestWithParam<int> {};

TEST_P(PesAsThreads, StoresBehindAFlagAreSeen) {
  as_threads(GetParam(), {}, [](Here here) {
    Word* const flag = here.words(9);
    for (Word round = 1; round <= kRounds; ++round) {
      for (int i = 1; i < 9; ++i)
        *reinterpret_cast<Word*>(here.view.place(&flag[i], sizeof(Word), here.next())) = round * 10 + static_cast<Word>(i);
      here.word(flag, here.next()).store(round, std::memory_order_release);
      wait_for(here, flag, round);
      for (int i = 1; i < 9; ++i) EXPECT_EQ(flag[i], round * 10 + static_cast<Word>(i));
      here.pe.sync("round");
    }
    here.pe.release(flag);
  });
}

TEST_P(PesAsThreads, AtomicsOfAllAddUp) {
  as_threads(GetParam(), {}, [](Here here) {
    Word* const count = here.words(1);
    for (int i = 0; i < kRounds; ++i) here.word(count, 0).fetch_add(3);
    here.pe.sync("all have added");
    EXPECT_EQ(here.word(count, 0).load(), Word{3} * kRounds * here.view.pes);
    here.pe.sync("all have looked");
    here.pe.release(count);
  });
}

// As PEs of other hosts are reached, whatever way there is.
TEST_P(PesAsThreads, TheEnginePutsGetsAndCounts) {
  as_threads(GetParam(), {}, [](Here here) {
    Remote& remote = *here.view.remote;
    Word* const words = here.words(4);
    for (Word round = 1; round <= kRounds / 10; ++round) {
      std::array<Word, 2> sent{round, static_cast<Word>(here.view.me)}, got{};
      remote.put({"put", words, sent.data(), sizeof sent, 1, 0, 0, here.next(), false});
      remote.quiet("quiet");
      here.pe.sync("all have put");
      EXPECT_EQ(words[0], round);
      EXPECT_EQ(words[1], static_cast<Word>(here.before()));
      remote.get({"get", words, got.data(), sizeof got, 1, 0, 0, here.next(), false});
      EXPECT_EQ(got, sent);
      remote.atomic({"add", &words[2], AtomicVerb::kAdd, 8, false, 0, 5, 0});
      const Word before = remote.atomic({"fetch and add", &words[3], AtomicVerb::kAdd, 8, true, here.next(), 1, 0});
      EXPECT_EQ(before, round - 1);
      remote.quiet("quiet");
      here.pe.sync("all have got");
    }
    EXPECT_EQ(words[2], here.view.me == 0 ? Word{5} * (kRounds / 10) * here.view.pes : Word{0});
    here.pe.sync("all have looked");
    here.pe.release(words);
  });
}

TEST_P(PesAsThreads, TeamsComeGoAndCollect) {
  as_threads(GetParam(), {}, [](Here here) {
    TeamOperations& teams = *here.view.teams;
    const int pes = static_cast<int>(here.view.pes);
    Word* const words = here.words(here.view.pes + 2);
    for (int round = 0; round < kRounds / 30; ++round) {
      TeamHandle reversed = kInvalidHandle;
      ASSERT_EQ(teams.split_strided(kTeamWorld, pes - 1, -1, pes, {}, &reversed), 0);
      EXPECT_EQ(teams.my_pe(reversed), pes - 1 - here.view.me);
      words[0] = static_cast<Word>(here.view.me);
      EXPECT_EQ(teams.collective(reversed, {.routine = "fcollect",
                                            .kind = CollectiveCall::Kind::kFcollect,
                                            .dest = &words[2],
                                            .source = words,
                                            .count = 1,
                                            .size = sizeof(Word)}),
                0);
      for (int i = 0; i < pes; ++i) EXPECT_EQ(words[2 + i], static_cast<Word>(pes - 1 - i));
      EXPECT_EQ(teams.collective(reversed, {.routine = "reduce",
                                            .kind = CollectiveCall::Kind::kReduce,
                                            .dest = &words[1],
                                            .source = words,
                                            .count = 1,
                                            .size = sizeof(Word),
                                            .operation = base::Operation::kSum,
                                            .element = base::Element::kUint64}),
                0);
      EXPECT_EQ(words[1], static_cast<Word>(pes) * static_cast<Word>(pes - 1) / 2);
      teams.destroy(reversed);
    }
    here.pe.sync("all have looked");
    here.pe.release(words);
  });
}

INSTANTIATE_TEST_SUITE_P(Pes, PesAsThreads, testing::Values(1, 2, 4));

}  // namespace
}  // namespace penstock::shmem
