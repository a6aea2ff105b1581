// Checks in which order one PE sees the operations of another.
#include "api/shmem/testing/litmus.hpp"

namespace penstock::shmem::litmus {
namespace {

class LitmusOrder : public Litmus {};

// Each PE puts data to the next PE and then sets a word there, in each `round`; the next PE checks the data
// and answers, which starts the next round.
template <typename Tell>
void pass_messages(const Tell& tell) {
  on_pes([&](Here here) {
    Word* const data = Here::words(kData);
    Word* const told = Here::words(1);
    Word* const taken = Here::words(1);
    Word wrong = 0;
    for (Word round = 1; round <= here.rounds; ++round) {
      tell(here, round, data, told);
      shmem_uint64_wait_until(told, SHMEM_CMP_GE, round);
      wrong += has(data, round, here.before) ? 0 : 1;
      shmem_uint64_atomic_set(taken, round, here.before);
      shmem_uint64_wait_until(taken, SHMEM_CMP_GE, round);
    }
    EXPECT_EQ(wrong, 0U);
    shmem_free(taken);
    shmem_free(told);
    shmem_free(data);
  });
}

TEST_P(LitmusOrder, PutFencePut) {
  pass_messages([](const Here& here, Word round, Word* data, Word* told) {
    shmem_put64(data, data_of(round, here.me).data(), kData, here.next);
    shmem_fence();
    shmem_put64(told, &round, 1, here.next);
  });
}

TEST_P(LitmusOrder, PutQuietValue) {
  pass_messages([](const Here& here, Word round, Word* data, Word* told) {
    shmem_put64(data, data_of(round, here.me).data(), kData, here.next);
    shmem_quiet();
    shmem_uint64_p(told, round, here.next);
  });
}

TEST_P(LitmusOrder, PutsThatDoNotBlockQuietPut) {
  pass_messages([](const Here& here, Word round, Word* data, Word* told) {
    const std::array<Word, kData> sent = data_of(round, here.me);
    for (std::size_t i = 0; i < kData; i += 4) shmem_put64_nbi(data + i, sent.data() + i, 4, here.next);
    shmem_quiet();
    shmem_put64_nbi(told, &round, 1, here.next);
    shmem_quiet();
  });
}

TEST_P(LitmusOrder, PutFenceAtomic) {
  pass_messages([](const Here& here, Word round, Word* data, Word* told) {
    shmem_iput64(data, data_of(round, here.me).data(), 1, 1, kData, here.next);
    shmem_fence();
    shmem_uint64_atomic_inc(told, here.next);
  });
}

TEST_P(LitmusOrder, PutWithSignalSet) {
  pass_messages([](const Here& here, Word round, Word* data, Word* told) {
    shmem_put64_signal(data, data_of(round, here.me).data(), kData, told, round, SHMEM_SIGNAL_SET, here.next);
  });
}

TEST_P(LitmusOrder, PutWithSignalAddThatDoesNotBlock) {
  pass_messages([](const Here& here, Word round, Word* data, Word* told) {
    const std::array<Word, kData> sent = data_of(round, here.me);
    shmem_put64_signal_nbi(data, sent.data(), kData, told, 1, SHMEM_SIGNAL_ADD, here.next);
    shmem_quiet();
  });
}

// A word that is put is stored only once: its PE, which resets it as soon as it sees it, does not see it again.
TEST_P(LitmusOrder, FlagsThatAreTakenBack) {
  on_pes([](Here here) {
    Word* const data = Here::words(kLine);
    Word* const full = Here::words(kLine);
    const Word one = 1;
    Word wrong = 0;
    const auto take = [&](Word round) {
      shmem_uint64_wait_until(full, SHMEM_CMP_EQ, one);
      *full = 0;
      wrong += *data == round ? 0 : 1;
    };
    for (Word round = 1; round <= here.rounds; ++round) {
      if (here.me != 0) take(round);
      shmem_put64(data, &round, 1, here.next);
      shmem_fence();
      shmem_put64(full, &one, 1, here.next);
      if (here.me == 0) take(round);
    }
    EXPECT_EQ(wrong, 0U);
    shmem_barrier_all();
    EXPECT_EQ(*full, 0U);
    shmem_free(full);
    shmem_free(data);
  });
}

// Signals of all other PEs add up at one PE, which then has the data of all.
TEST_P(LitmusOrder, SignalsOfAllAddUp) {
  on_pes([](Here here) {
    Word* const data = Here::words(kData * here.all);
    Word* const told = Here::words(1);
    Word wrong = 0;
    for (Word round = 1; round <= here.rounds; ++round) {
      const int goal = static_cast<int>(round % here.all);
      shmem_put64_signal(data + kData * static_cast<std::size_t>(here.me), data_of(round, here.me).data(), kData, told, 1,
                         SHMEM_SIGNAL_ADD, goal);
      if (here.me == goal) {
        shmem_signal_wait_until(told, SHMEM_CMP_EQ, here.all);
        for (int pe = 0; pe < here.pes; ++pe) wrong += has(data + kData * static_cast<std::size_t>(pe), round, pe) ? 0 : 1;
        shmem_signal_set(told, 0, here.me);
      }
      shmem_sync_all();
    }
    EXPECT_EQ(wrong, 0U);
    shmem_free(told);
    shmem_free(data);
  });
}

// Two PEs put a word each to the other PE, call quiet, and read their own word: one of them sees the other's word.
TEST_P(LitmusOrder, QuietComesBeforeLoads) {
  constexpr std::size_t kBatch = 64;
  on_pes([](Here here) {
    const int other = here.me ^ 1;
    Word* const slots = Here::words(kBatch * kLine);
    Word* const seen = Here::words(kBatch);
    std::array<Word, kBatch> theirs{};
    Word neither = 0;
    for (Word round = 1; round <= here.rounds / 4; ++round) {
      for (std::size_t i = 0; i < kBatch; ++i) {
        shmem_uint64_p(&slots[i * kLine], round, other);
        shmem_quiet();
        seen[i] = shmem_uint64_g(&slots[i * kLine], here.me);
      }
      shmem_barrier_all();
      shmem_get64(theirs.data(), seen, kBatch, other);
      for (std::size_t i = 0; i < kBatch; ++i) neither += seen[i] != round && theirs[i] != round ? 1 : 0;
      shmem_barrier_all();
    }
    EXPECT_EQ(neither, 0U);
    shmem_free(seen);
    shmem_free(slots);
  });
}

// Repeats the case with words of the PE that puts them, which are read by gets.
TEST_P(LitmusOrder, QuietComesBeforeGets) {
  constexpr std::size_t kBatch = 64;
  on_pes([](Here here) {
    const int other = here.me ^ 1;
    Word* const slots = Here::words(kBatch * kLine);
    Word* const seen = Here::words(kBatch);
    std::array<Word, kBatch> theirs{};
    Word neither = 0;
    for (Word round = 1; round <= here.rounds / 4; ++round) {
      for (std::size_t i = 0; i < kBatch; ++i) {
        shmem_put64(&slots[i * kLine], &round, 1, here.me);
        shmem_quiet();
        shmem_get64(&seen[i], &slots[i * kLine], 1, other);
      }
      shmem_barrier_all();
      shmem_get64(theirs.data(), seen, kBatch, other);
      for (std::size_t i = 0; i < kBatch; ++i) neither += seen[i] != round && theirs[i] != round ? 1 : 0;
      shmem_barrier_all();
    }
    EXPECT_EQ(neither, 0U);
    shmem_free(seen);
    shmem_free(slots);
  });
}

// Two words that one PE puts in order are seen in order by gets.
TEST_P(LitmusOrder, GetsSeeTheOrderOfFences) {
  on_pes([](Here here) {
    Word* const first = Here::words(kLine);
    Word* const second = Here::words(kLine);
    Word wrong = 0;
    for (Word round = 1; round <= here.rounds; ++round) {
      shmem_uint64_p(first, round, here.me);
      shmem_fence();
      shmem_uint64_p(second, round, here.me);
      const Word late = shmem_uint64_g(second, here.next);
      const Word early = shmem_uint64_g(first, here.next);
      wrong += early < late ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0U);
    shmem_free(second);
    shmem_free(first);
  });
}

INSTANTIATE_TEST_SUITE_P(Pes, LitmusOrder, every_way(), name_of);

}  // namespace
}  // namespace penstock::shmem::litmus
