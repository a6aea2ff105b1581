// Checks the results of several PEs' operations on the same words, and what PEs see of each other after synchronisation.
#include "api/shmem/testing/litmus.hpp"

#include <vector>

namespace penstock::shmem::litmus {
namespace {

class LitmusSync : public Litmus {};

TEST_P(LitmusSync, NoAdditionIsLost) {
  on_pes([](Here here) {
    const Word mine = here.rounds;
    Word* const counts = Here::words(3);
    Word* const given = Here::words(mine * here.all);
    for (Word round = 0; round < mine; ++round) {
      const Word number = shmem_uint64_atomic_fetch_add(&counts[0], 1, 0);
      if (number < mine * here.all) shmem_uint64_atomic_inc(&given[number], 0);
      shmem_uint64_atomic_add(&counts[1], 3, 0);
      Word old = shmem_uint64_atomic_fetch(&counts[2], 0);
      for (Word was = ~old; was != old;) {
        was = old;
        old = shmem_uint64_atomic_compare_swap(&counts[2], was, was + 5, 0);
      }
    }
    shmem_barrier_all();
    if (here.me == 0) {
      EXPECT_EQ(counts[0], mine * here.all);
      EXPECT_EQ(counts[1], 3 * mine * here.all);
      EXPECT_EQ(counts[2], 5 * mine * here.all);
      EXPECT_EQ(std::vector<Word>(given, given + mine * here.all), std::vector<Word>(mine * here.all, 1));
    }
    shmem_free(given);
    shmem_free(counts);
  });
}

// The case uses several words that no routine updates together: the holder of the lock sees
// the previous holder's puts, and is alone.
TEST_P(LitmusSync, LocksProtect) {
  on_pes([](Here here) {
    auto* const lock = static_cast<long*>(shmem_calloc(1, sizeof(long)));
    Word* const counts = Here::words(kData);
    std::array<Word, kData> mine{};
    Word wrong = 0;
    for (Word round = 0; round < here.rounds; ++round) {
      if (round % 4 != 0 || shmem_test_lock(lock) != 0) shmem_set_lock(lock);
      shmem_get64(mine.data(), counts, kData, here.pes - 1);
      for (Word& word : mine) wrong += word == mine[0] ? 0 : 1;
      for (Word& word : mine) ++word;
      shmem_put64(counts, mine.data(), kData, here.pes - 1);
      shmem_clear_lock(lock);
    }
    shmem_barrier_all();
    shmem_get64(mine.data(), counts, kData, here.pes - 1);
    for (const Word word : mine) EXPECT_EQ(word, here.rounds * here.all);
    EXPECT_EQ(wrong, 0U);
    shmem_barrier_all();
    shmem_free(counts);
    shmem_free(lock);
  });
}

// Every PE puts data and then a flag to all PEs; a PE that has waited for a flag sees its data.
template <typename Take>
void flags_of_all(Here here, const Take& take) {
  Word* const data = Here::words(kData * here.all);
  Word* const flags = Here::words(here.all);
  Word wrong = 0;
  for (Word round = 1; round <= here.rounds; ++round) {
    const auto me = static_cast<std::size_t>(here.me);
    for (int pe = 0; pe < here.pes; ++pe) shmem_put64(data + kData * me, data_of(round, here.me).data(), kData, pe);
    shmem_fence();
    for (int pe = 0; pe < here.pes; ++pe) shmem_uint64_p(&flags[me], round, pe);
    std::vector<int> status(here.all, 0);
    take(flags, status.data(), round,
         [&](std::size_t pe) { wrong += has(data + kData * pe, round, static_cast<int>(pe)) ? 0 : 1; });
    shmem_sync_all();
  }
  EXPECT_EQ(wrong, 0U);
  shmem_free(flags);
  shmem_free(data);
}

TEST_P(LitmusSync, WaitForAll) {
  on_pes([](Here here) {
    flags_of_all(here, [&](Word* flags, const int*, Word round, const auto& look) {
      shmem_uint64_wait_until_all(flags, here.all, nullptr, SHMEM_CMP_EQ, round);
      for (std::size_t pe = 0; pe < here.all; ++pe) look(pe);
    });
  });
}

TEST_P(LitmusSync, WaitForAny) {
  on_pes([](Here here) {
    flags_of_all(here, [&](Word* flags, int* status, Word round, const auto& look) {
      for (std::size_t left = here.all; left != 0; --left) {
        const std::size_t pe = shmem_uint64_wait_until_any(flags, here.all, status, SHMEM_CMP_EQ, round);
        look(pe);
        status[pe] = 1;
      }
      EXPECT_EQ(shmem_uint64_wait_until_any(flags, here.all, status, SHMEM_CMP_EQ, round), SIZE_MAX);
    });
  });
}

TEST_P(LitmusSync, WaitForSomeAndTest) {
  on_pes([](Here here) {
    flags_of_all(here, [&](Word* flags, int* status, Word round, const auto& look) {
      std::vector<std::size_t> found(here.all);
      for (std::size_t left = here.all; left != 0;) {
        const std::size_t many = round % 2 == 0
                                     ? shmem_uint64_wait_until_some(flags, here.all, found.data(), status, SHMEM_CMP_EQ, round)
                                     : shmem_uint64_test_some(flags, here.all, found.data(), status, SHMEM_CMP_EQ, round);
        for (std::size_t i = 0; i < many; ++i) {
          look(found[i]);
          status[found[i]] = 1;
        }
        left -= many;
      }
    });
  });
}

// Data that all PEs put before a barrier are visible to all after it, and may be overwritten after the next one.
TEST_P(LitmusSync, BarriersMakeAllPutsVisible) {
  on_pes([](Here here) {
    Word* const data = Here::words(kData * here.all);
    Word wrong = 0;
    for (Word round = 1; round <= here.rounds; ++round) {
      const std::size_t place = kData * static_cast<std::size_t>(here.me);
      for (int pe = 0; pe < here.pes; ++pe) shmem_put64(data + place, data_of(round, here.me).data(), kData, pe);
      shmem_barrier_all();
      for (int pe = 0; pe < here.pes; ++pe) wrong += has(data + kData * static_cast<std::size_t>(pe), round, pe) ? 0 : 1;
      shmem_barrier_all();
    }
    EXPECT_EQ(wrong, 0U);
    shmem_free(data);
  });
}

TEST_P(LitmusSync, TeamsComeGoAndCollect) {
  on_pes([](Here here) {
    Word* const words = Here::words(here.all + 2);
    for (Word round = 0; round < here.rounds / 20; ++round) {
      shmem_team_t pair = SHMEM_TEAM_INVALID;
      shmem_team_t column = SHMEM_TEAM_INVALID;
      EXPECT_EQ(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, nullptr, 0, &pair, nullptr, 0, &column), 0);
      const auto members = static_cast<std::size_t>(shmem_team_n_pes(column));
      words[0] = static_cast<Word>(here.me) + round;
      EXPECT_EQ(shmem_uint64_fcollect(column, &words[2], words, 1), 0);
      Word sum = 0;
      for (std::size_t i = 0; i < members; ++i) {
        EXPECT_EQ(words[2 + i], static_cast<Word>(here.me % 2) + 2 * i + round);
        sum += words[2 + i];
      }
      EXPECT_EQ(shmem_uint64_sum_reduce(column, &words[1], words, 1), 0);
      EXPECT_EQ(words[1], sum);
      EXPECT_EQ(shmem_team_sync(pair), 0);
      shmem_team_destroy(column);
      shmem_team_destroy(pair);
    }
    shmem_barrier_all();
    shmem_free(words);
  });
}

// Returns a word that a PE contributes in a round.
Word given(Word round, std::size_t pe, std::size_t at) {
  return round << 40 | pe << 32 | at;
}

// Counts the words that differ from the expected ones from `at` on.
Word wrong_in(const Word* got, std::size_t count, Word round, std::size_t pe, std::size_t at) {
  Word wrong = 0;
  for (std::size_t i = 0; i < count; ++i) wrong += got[i] == given(round, pe, at + i) ? 0 : 1;
  return wrong;
}

// Runs with few, some and many words, which use different algorithms. PEs synchronise only before a call, since `dest` has to
// be ready: after it each PE reads its result, and writes its next source.
template <typename Move>
void move_in_rounds(Here here, const Move& move) {
  constexpr std::size_t kMost = std::size_t{1} << 17;
  Word* const source = Here::words(kMost * here.all);
  Word* const dest = Here::words((kMost + here.all) * here.all);
  Word wrong = 0;
  Word round = 0;
  for (const std::size_t count : {std::size_t{8}, std::size_t{512}, kMost}) {
    for (Word turns = count == kMost ? 3 : here.rounds / 40; turns != 0; --turns) {
      ++round;
      for (std::size_t i = 0; i < count * here.all; ++i) source[i] = given(round, static_cast<std::size_t>(here.me), i);
      shmem_sync_all();
      wrong += move(dest, source, count, round);
    }
  }
  EXPECT_EQ(wrong, 0U);
  shmem_barrier_all();
  shmem_free(dest);
  shmem_free(source);
}

TEST_P(LitmusSync, AlltoallMovesData) {
  on_pes([](Here here) {
    move_in_rounds(here, [here](Word* dest, const Word* source, std::size_t count, Word round) {
      EXPECT_EQ(shmem_uint64_alltoall(SHMEM_TEAM_WORLD, dest, source, count), 0);
      Word wrong = 0;
      const std::size_t at = count * static_cast<std::size_t>(here.me);
      for (std::size_t pe = 0; pe < here.all; ++pe) wrong += wrong_in(dest + pe * count, count, round, pe, at);
      return wrong;
    });
  });
}

TEST_P(LitmusSync, FcollectMovesData) {
  on_pes([](Here here) {
    move_in_rounds(here, [here](Word* dest, const Word* source, std::size_t count, Word round) {
      EXPECT_EQ(shmem_uint64_fcollect(SHMEM_TEAM_WORLD, dest, source, count), 0);
      Word wrong = 0;
      for (std::size_t pe = 0; pe < here.all; ++pe) wrong += wrong_in(dest + pe * count, count, round, pe, 0);
      return wrong;
    });
  });
}

// PE p contributes a number of words that grows with p; in every third round the last PE contributes none.
TEST_P(LitmusSync, CollectMovesData) {
  on_pes([](Here here) {
    move_in_rounds(here, [here](Word* dest, const Word* source, std::size_t count, Word round) {
      const auto count_of = [&](std::size_t pe) { return round % 3 == 0 && pe + 1 == here.all ? 0 : count + pe; };
      const std::size_t own = count_of(static_cast<std::size_t>(here.me));
      EXPECT_EQ(shmem_uint64_collect(SHMEM_TEAM_WORLD, dest, source, own), 0);
      Word wrong = 0;
      for (std::size_t pe = 0; pe < here.all; dest += count_of(pe++)) wrong += wrong_in(dest, count_of(pe), round, pe, 0);
      return wrong;
    });
  });
}

TEST_P(LitmusSync, BroadcastMovesData) {
  on_pes([](Here here) {
    move_in_rounds(here, [here](Word* dest, const Word* source, std::size_t count, Word round) {
      const std::size_t root = round % here.all;
      EXPECT_EQ(shmem_uint64_broadcast(SHMEM_TEAM_WORLD, dest, source, count, static_cast<int>(root)), 0);
      return wrong_in(dest, count, round, root, 0);
    });
  });
}

INSTANTIATE_TEST_SUITE_P(Pes, LitmusSync, every_way(), name_of);

}  // namespace
}  // namespace penstock::shmem::litmus
