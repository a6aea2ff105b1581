// Shared buffers: order, room, wrapping, reuse.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "coll/fast_path/fast_path.hpp"
#include "coll/select/select.hpp"
#include "coll/testing/engine_job.hpp"

namespace penstock::coll {
namespace {

// One rank's shared buffers, shared with all ranks of the job.
class Sharing {
 public:
  explicit Sharing(proto::Engine& engine)
      : engine_(engine), maker_(engine.membership().shm_buffers()), world_(static_cast<std::size_t>(engine.size())) {
    std::iota(world_.begin(), world_.end(), 0);
  }
  [[nodiscard]] ShmBufferMaker& maker() noexcept { return maker_; }
  [[nodiscard]] const std::vector<int>& world() const noexcept { return world_; }

  // The ranks exchange these by messages.
  std::vector<ShmOffer> exchange(const ShmOffer& mine) {
    std::vector<ShmOffer> all(world_.size());
    all[static_cast<std::size_t>(engine_.rank())] = mine;
    const proto::Layout byte = proto::Layout::bytes(1);
    std::vector<proto::Operation*> operations;
    for (int peer = 0; peer < engine_.size(); ++peer) {
      if (peer == engine_.rank()) continue;
      proto::Operation* sent = nullptr;
      proto::Operation* received = nullptr;
      EXPECT_TRUE(
          engine_.messages().recv({&all[static_cast<std::size_t>(peer)], sizeof mine, &byte}, peer, 0, 5, &received).is_ok());
      EXPECT_TRUE(engine_.messages()
                      .send({const_cast<ShmOffer*>(&mine), sizeof mine, &byte}, peer, 0, 5, proto::SendMode::kStandard, &sent)
                      .is_ok());
      operations.insert(operations.end(), {sent, received});
    }
    for (proto::Operation* operation : operations) {
      engine_.progress().wait(*operation);
      operation->release();
    }
    return all;
  }
  std::unique_ptr<ShmBuffer> make() {
    std::unique_ptr<ShmBuffer> shm = maker_.make(engine_.rank(), world_, exchange(maker_.offer(world_)));
    EXPECT_TRUE(shm && shm->open().is_ok());
    return shm;
  }

 private:
  proto::Engine& engine_;
  ShmBufferMaker maker_;
  std::vector<int> world_;
};

// Does not call the program any more once it is complete, when it is another's turn.
void finish(proto::Engine& engine, ShmProgram& op) {
  bool over = false;
  engine.progress().wait_until([&] { return over = over || op.advance(); });
}

void run(proto::Engine& engine, ShmProgram& op) {
  op.enter();
  finish(engine, op);
  EXPECT_TRUE(op.status().is_ok()) << op.status().message();
}

void on_ranks(int ranks, const std::function<void(proto::Engine&)>& body, const Config& config = {}) {
  const Status ran = testing::run_engines(ranks, config, body);
  EXPECT_TRUE(ran.is_ok()) << ran.message();
}

std::uint64_t value_of(std::uint64_t step, std::uint64_t i) {
  return step * 0x9e3779b97f4a7c15U + i;
}

// One rank writes, all read: many times as many operations as there are lines, with lengths around the ends of lines and rings.
void pass_on(proto::Engine& engine, ShmBuffer& shm, std::uint64_t steps, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  ShmProgram op;
  for (std::uint64_t step = 0; step < steps; ++step) {
    const int writer = static_cast<int>(random() % static_cast<std::uint64_t>(engine.size()));
    const std::uint64_t lengths[] = {8, 40, 48, 56, 64, 4096, shm.largest() / 8 * 8, 8 * (1 + random() % 1000)};
    const std::uint64_t bytes = lengths[random() % std::size(lengths)];
    std::vector<std::uint64_t> words(bytes / 8);
    auto* memory = reinterpret_cast<std::byte*>(words.data());
    op.reset(shm, engine);
    op.reserve(0, bytes);
    if (engine.rank() == writer) {
      for (std::uint64_t i = 0; i < words.size(); ++i) words[i] = value_of(step, i);
      op.write(0, 0, memory, bytes);
      op.publish(0, bytes);
    } else {
      op.read(0, writer, bytes, 0, {.address = memory}, bytes);
    }
    op.leave(0);
    run(engine, op);
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < words.size(); ++i) wrong += words[i] != value_of(step, i) ? 1 : 0;
    ASSERT_EQ(wrong, 0U) << "step " << step << " of seed " << seed << ", " << bytes << " bytes of rank " << writer;
  }
}

TEST(ShmBuffer, WritersRunAheadAndNothingIsOverwritten) {
  for (const int ranks : {2, 3, 5}) {
    on_ranks(ranks, [](proto::Engine& engine) {
      Sharing sharing(engine);
      const std::unique_ptr<ShmBuffer> shm = sharing.make();
      for (std::uint64_t seed = 1; seed <= 3; ++seed) pass_on(engine, *shm, 1000, seed);
    });
  }
}

// A writer may be ahead by all lines, and then waits.
TEST(ShmBuffer, AWriterIsAheadByAsManyOperationsAsThereAreLines) {
  on_ranks(2, [](proto::Engine& engine) {
    Sharing sharing(engine);
    const std::unique_ptr<ShmBuffer> shm = sharing.make();
    std::vector<ShmProgram> ops(ShmBuffer::kLines + 1);
    std::uint64_t word = 7;
    for (ShmProgram& op : ops) {
      op.reset(*shm, engine);
      op.reserve(0, sizeof word);
      if (engine.rank() == 0) {
        op.write(0, 0, reinterpret_cast<std::byte*>(&word), sizeof word);
        op.publish(0, sizeof word);
      } else {
        op.read(0, 0, sizeof word, 0, {.address = reinterpret_cast<std::byte*>(&word)}, sizeof word);
      }
      op.leave(0);
      op.enter();
    }
    if (engine.rank() == 0) {
      for (std::uint64_t i = 0; i < ShmBuffer::kLines; ++i) EXPECT_TRUE(ops[i].advance()) << i;
      EXPECT_FALSE(ops.back().advance());
    }
    sharing.exchange({});  // the reader begins now
    for (std::uint64_t i = engine.rank() == 0 ? ShmBuffer::kLines : 0; i < ops.size(); ++i) {
      finish(engine, ops[i]);
    }
    EXPECT_EQ(word, 7U);
  });
}

// All reserve a quarter of the ring: a rank that writes less is ahead by as many operations as there are lines all the same,
// and a rank that writes as much waits for the reader.
TEST(ShmBuffer, AWriterIsAheadByWhatItWrites) {
  on_ranks(2, [](proto::Engine& engine) {
    Sharing sharing(engine);
    const std::unique_ptr<ShmBuffer> shm = sharing.make();
    for (const std::uint64_t length : {std::uint64_t{48}, std::uint64_t{128}, shm->largest()}) {
      std::vector<std::byte> bytes(length, std::byte{7});
      std::vector<ShmProgram> ops(length == shm->largest() ? 5 : ShmBuffer::kLines);
      const bool writes = engine.rank() == 0;
      for (ShmProgram& op : ops) {
        op.reset(*shm, engine);
        op.reserve(0, shm->largest(), writes ? length : 0);
        if (writes) {
          op.write(0, 0, bytes.data(), length);
          op.publish(0, length);
        } else {
          op.read(0, 0, length, 0, {.address = bytes.data()}, length);
        }
        op.leave(0);
        op.enter();
      }
      std::size_t ahead = 0;
      while (writes && ahead < ops.size() && ops[ahead].advance()) ++ahead;
      if (writes && length != shm->largest()) {
        EXPECT_EQ(ahead, ShmBuffer::kLines) << length;
      } else if (writes) {
        EXPECT_TRUE(ahead == 3 || ahead == 4) << ahead;  // three if the end of the ring is skipped
      }
      sharing.exchange({});  // the reader begins now
      for (; ahead < ops.size(); ++ahead) finish(engine, ops[ahead]);
      sharing.exchange({});
      EXPECT_EQ(bytes, std::vector<std::byte>(length, std::byte{7}));
    }
  });
}

// Every rank writes as many of the reserved bytes as it likes, some none, and reads all others.
TEST(ShmBuffer, EverybodyWritesALengthOfItsOwn) {
  for (const int ranks : {2, 3, 5}) {
    on_ranks(ranks, [](proto::Engine& engine) {
      Sharing sharing(engine);
      const std::unique_ptr<ShmBuffer> shm = sharing.make();
      const auto length_of = [&](std::uint64_t step, int member) {
        const std::uint64_t lengths[] = {0, 8, 48, 56, 1000, shm->largest() / 8 * 8};
        return lengths[(step * 7 + static_cast<std::uint64_t>(member) * 3 + step / 5) % std::size(lengths)];
      };
      ShmProgram op;
      for (std::uint64_t step = 0; step < 2000; ++step) {
        std::vector<std::vector<std::uint64_t>> words;
        for (int i = 0; i < engine.size(); ++i) words.emplace_back(length_of(step, i) / 8);
        std::vector<std::uint64_t>& mine = words[static_cast<std::size_t>(engine.rank())];
        for (std::uint64_t i = 0; i < mine.size(); ++i) mine[i] = value_of(step + static_cast<std::uint64_t>(engine.rank()), i);
        op.reset(*shm, engine);
        op.reserve(0, shm->largest(), mine.size() * 8);
        op.write(0, 0, reinterpret_cast<std::byte*>(mine.data()), mine.size() * 8);
        op.publish(0, mine.size() * 8);
        for (int i = 0; i < engine.size(); ++i) {
          std::vector<std::uint64_t>& theirs = words[static_cast<std::size_t>(i)];
          if (i == engine.rank()) continue;
          op.read(0, i, theirs.size() * 8, 0, {.address = reinterpret_cast<std::byte*>(theirs.data())}, theirs.size() * 8);
        }
        op.leave(0);
        run(engine, op);
        std::uint64_t wrong = 0;
        for (std::uint64_t member = 0; member < words.size(); ++member) {
          for (std::uint64_t i = 0; i < words[member].size(); ++i)
            wrong += words[member][i] != value_of(step + member, i) ? 1 : 0;
        }
        ASSERT_EQ(wrong, 0U) << "step " << step;
      }
    });
  }
}

TEST(ShmBuffer, OperationsRunInTheOrderInWhichTheyEntered) {
  on_ranks(2, [](proto::Engine& engine) {
    Sharing sharing(engine);
    const std::unique_ptr<ShmBuffer> shm = sharing.make();
    ShmProgram first;
    ShmProgram second;
    for (ShmProgram* op : {&first, &second}) {
      op->reset(*shm, engine);
      op->reserve(0, 0);
      op->publish(0, 0);
      op->await(0, 1 - engine.rank(), 0);
      op->leave(0);
      op->enter();
    }
    EXPECT_FALSE(second.advance());
    finish(engine, first);
    finish(engine, second);
  });
}

TEST(ShmBuffer, AFailureAndAWrongLengthAreTold) {
  on_ranks(2, [](proto::Engine& engine) {
    Sharing sharing(engine);
    const std::unique_ptr<ShmBuffer> shm = sharing.make();
    for (const bool fails : {true, false}) {
      std::uint64_t word = 1;
      ShmProgram op;
      op.reset(*shm, engine);
      op.reserve(0, 16);
      if (engine.rank() == 0) {
        op.write(0, 0, reinterpret_cast<std::byte*>(&word), sizeof word);
        op.publish(0, sizeof word);
      } else {
        op.read(0, 0, fails ? 8 : 16, 0, {.address = reinterpret_cast<std::byte*>(&word)}, sizeof word);
      }
      op.leave(0);
      op.enter();
      if (fails && engine.rank() == 0) op.fail(Status::error(Code::kDriver, "made to fail"));
      finish(engine, op);
      EXPECT_EQ(op.status().is_ok(), !fails && engine.rank() == 0);
    }
  });
}

// More teams exist, one after another, than shared buffers; data that older teams left there are never taken for new.
TEST(ShmBuffer, ShmBuffersAreUsedAgain) {
  on_ranks(3, [](proto::Engine& engine) {
    Sharing sharing(engine);
    for (std::uint64_t team = 0; team < 300; ++team) {
      const std::unique_ptr<ShmBuffer> shm = sharing.make();
      ASSERT_NE(shm, nullptr) << team;
      pass_on(engine, *shm, 1 + team % 7, team);
    }
  });
}

TEST(ShmBuffer, WithoutABufferOnEachRankThereIsNone) {
  Config config;
  config.shm_buffers = 2;
  on_ranks(
      2,
      [](proto::Engine& engine) {
        Sharing sharing(engine);
        const std::unique_ptr<ShmBuffer> first = sharing.make();
        const ShmOffer mine = engine.rank() == 0 ? sharing.maker().offer(sharing.world()) : ShmOffer{};
        EXPECT_EQ(sharing.maker().make(engine.rank(), sharing.world(), sharing.exchange(mine)), nullptr);
        const std::unique_ptr<ShmBuffer> second = sharing.make();  // rank 0's is free again
        ASSERT_NE(second, nullptr);
        EXPECT_LT(sharing.maker().offer(sharing.world()).shm, 0);
        pass_on(engine, *second, 20, 1);
      },
      config);
}

TEST(ShmBuffer, NoShmBuffersIsNoFault) {
  Config config;
  config.shm_buffers = 0;
  on_ranks(
      2,
      [](proto::Engine& engine) {
        Sharing sharing(engine);
        EXPECT_LT(sharing.maker().offer(sharing.world()).shm, 0);
      },
      config);
}

// Returns the algorithm that the rows select for a call that ShmFastPath takes, if another rank takes the general path.
std::string_view algorithm_of(Collective collective, int ranks, std::uint64_t bytes, bool commutative, bool crowded) {
  return select({.collective = collective,
                 .ranks = ranks,
                 .bytes = bytes,
                 .elements = bytes,
                 .commutative = commutative,
                 .crowded = crowded,
                 .shm = true})
      .algorithm;
}

// Another rank may take the general path for the same call: both must use the shared buffer.
TEST(ShmFastPath, TakesNoMoreThanRowsGiveToShmBuffers) {
  using enum Collective;
  for (const int ranks : {2, 3, 4, 17}) {
    on_ranks(ranks, [ranks](proto::Engine& engine) {
      Sharing sharing(engine);
      const std::unique_ptr<ShmBuffer> shm = sharing.make();
      const ShmFastPath fast_path(*shm, engine);
      for (const Collective collective :
           {kBcast, kGather, kScatter, kAllgather, kAlltoall, kReduce, kAllreduce, kScan, kExscan}) {
        EXPECT_TRUE(fast_path.takes(collective, 8)) << collective_name(collective) << " on " << ranks;
        EXPECT_FALSE(fast_path.takes(collective, 0));
        EXPECT_FALSE(fast_path.takes(collective, 64 << 10)) << collective_name(collective) << " on " << ranks;
        for (std::uint64_t bytes = 1; engine.rank() == 0 && fast_path.takes(collective, bytes); ++bytes) {
          for (const bool commutative : {false, true}) {
            ASSERT_EQ(algorithm_of(collective, ranks, bytes, commutative, engine.membership().oversubscribed()), "shm")
                << collective_name(collective) << " of " << bytes << " bytes on " << ranks;
          }
        }
      }
    });
  }
}

// The number of ranks is small, and larger than that of CPUs.
TEST(ShmFastPath, NobodyLeavesABarrierBeforeAllAreIn) {
  for (const int ranks : {2, 5, 33}) {
    std::atomic<int> entered = 0;
    on_ranks(ranks, [&entered](proto::Engine& engine) {
      Sharing sharing(engine);
      const std::unique_ptr<ShmBuffer> shm = sharing.make();
      ShmFastPath fast_path(*shm, engine);
      for (int step = 1; step <= 600; ++step) {  // more than there are lines
        entered.fetch_add(1);
        ASSERT_TRUE(fast_path.barrier().is_ok());
        ASSERT_GE(entered.load(), step * engine.size());
      }
    });
  }
}

}  // namespace
}  // namespace penstock::coll
