// Random programs of epochs and calls against a model that every rank computes by itself. WINDOW_SEED repeats one,
// WINDOW_ROUNDS makes it longer.
#include <algorithm>
#include <cstdlib>
#include <random>

#include "window.hpp"

namespace penstock::test {
namespace {

class RandomWindows : public Mpi {};

using Value = std::int64_t;
constexpr int kPerRank = 24;  // elements of each target that one origin has for itself

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

enum class Call { kPut, kGet, kAccumulate, kGetAccumulate, kFetchAndOp, kCompareAndSwap };
enum class Epoch { kFence, kGroups, kExclusive, kShared, kAll };

// What one rank does within one epoch. No two steps touch the same element.
struct Step {
  Call call;
  int target;
  int first;
  int count;
  Value value;
  bool replaces;
  bool with_request;
};

std::vector<Step> steps_of(std::mt19937_64& random, int origin, int ranks) {
  std::vector<Step> steps;
  const auto below = [&](std::uint64_t limit) { return static_cast<int>(random() % limit); };
  for (int target = 0; target < ranks; ++target) {
    for (int at = 0; at < kPerRank;) {
      const auto call = static_cast<Call>(below(6));
      const bool single = call == Call::kFetchAndOp || call == Call::kCompareAndSwap;
      const int count = single ? 1 : std::min(1 + below(7), kPerRank - at);
      if (below(3) != 0) {
        steps.push_back({call, target, origin * kPerRank + at, count, below(1000), below(2) == 0, below(2) == 0});
      }
      at += count;
    }
  }
  std::shuffle(steps.begin(), steps.end(), random);
  return steps;
}

Value changed(const Step& step, Value old, int i) {
  const Value mine = step.value + i;
  switch (step.call) {
    case Call::kPut: return mine;
    case Call::kGet: return old;
    case Call::kCompareAndSwap: return old % 2 == 0 ? mine : old;
    default: return step.replaces ? mine : old + mine;
  }
}

class Program {
 public:
  Program(WindowKind kind, std::uint64_t seed)
      : random_(seed), window_(kind, kPerRank * size()), model_(static_cast<std::size_t>(size())) {
    for (auto& each : model_) each.resize(static_cast<std::size_t>(window_.count()));
  }

  void run(int rounds) {
    for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
      const auto epoch = static_cast<Epoch>(random_() % 5);
      std::vector<std::vector<Step>> all;
      for (int origin = 0; origin < size(); ++origin) all.push_back(steps_of(random_, origin, size()));
      SCOPED_TRACE("round " + std::to_string(round) + ", epoch " + std::to_string(static_cast<int>(epoch)));
      perform(epoch, all[static_cast<std::size_t>(rank())]);
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      for (const std::vector<Step>& steps : all) apply(steps);
      EXPECT_EQ(window_.now(), model_[static_cast<std::size_t>(rank())]);
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    }
  }

 private:
  std::vector<Value>& values(const Step& step) { return model_[static_cast<std::size_t>(step.target)]; }
  Value& value(const Step& step, int i) { return values(step)[static_cast<std::size_t>(step.first + i)]; }

  void apply(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      for (int i = 0; i < step.count; ++i) value(step, i) = changed(step, value(step, i), i);
    }
  }

  void perform(Epoch epoch, const std::vector<Step>& steps) {
    results_.assign(steps.size(), std::vector<Value>(8, -1));
    operands_.assign(steps.size(), std::vector<Value>(8));
    requests_.clear();
    const MPI_Win win = window_.win();
    MPI_Group all = MPI_GROUP_NULL;
    switch (epoch) {
      case Epoch::kFence:
        EXPECT_MPI(MPI_Win_fence(0, win));
        each(steps, -1, false);
        EXPECT_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
        break;
      case Epoch::kGroups:
        EXPECT_MPI(MPI_Win_get_group(win, &all));
        EXPECT_MPI(MPI_Win_post(all, 0, win));
        EXPECT_MPI(MPI_Win_start(all, 0, win));
        each(steps, -1, false);
        EXPECT_MPI(MPI_Win_complete(win));
        EXPECT_MPI(MPI_Win_wait(win));
        EXPECT_MPI(MPI_Group_free(&all));
        break;
      case Epoch::kAll:
        EXPECT_MPI(MPI_Win_lock_all(0, win));
        each(steps, -1, true);
        EXPECT_MPI(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
        EXPECT_MPI(MPI_Win_unlock_all(win));
        break;
      default:
        for (int i = 0; i < size(); ++i) {
          const int target = (rank() + i) % size();
          EXPECT_MPI(MPI_Win_lock(epoch == Epoch::kShared ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, win));
          requests_.clear();
          each(steps, target, true);
          EXPECT_MPI(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
          EXPECT_MPI(MPI_Win_unlock(target, win));
        }
    }
    check_results(steps);
  }

  // Those to one target, or all.
  void each(const std::vector<Step>& steps, int target, bool passive) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (target < 0 || steps[i].target == target) begin(steps[i], i, passive && steps[i].with_request);
    }
  }

  void begin(const Step& step, std::size_t number, bool with_request) {
    const MPI_Win win = window_.win();
    const MPI_Aint place = window_.at(step.target, step.first);
    Value* const result = results_[number].data();
    Value* const mine = operands_[number].data();
    for (int i = 0; i < step.count; ++i) mine[i] = step.value + i;
    const MPI_Op op = step.replaces ? MPI_REPLACE : MPI_SUM;
    const int n = step.count;
    MPI_Request request = MPI_REQUEST_NULL;
    switch (step.call) {
      case Call::kPut:
        EXPECT_MPI(with_request ? MPI_Rput(mine, n, MPI_INT64_T, step.target, place, n, MPI_INT64_T, win, &request)
                                : MPI_Put(mine, n, MPI_INT64_T, step.target, place, n, MPI_INT64_T, win));
        break;
      case Call::kGet:
        EXPECT_MPI(with_request ? MPI_Rget(result, n, MPI_INT64_T, step.target, place, n, MPI_INT64_T, win, &request)
                                : MPI_Get(result, n, MPI_INT64_T, step.target, place, n, MPI_INT64_T, win));
        break;
      case Call::kAccumulate:
        EXPECT_MPI(with_request ? MPI_Raccumulate(mine, n, MPI_INT64_T, step.target, place, n, MPI_INT64_T, op, win, &request)
                                : MPI_Accumulate(mine, n, MPI_INT64_T, step.target, place, n, MPI_INT64_T, op, win));
        break;
      case Call::kGetAccumulate:
        EXPECT_MPI(with_request ? MPI_Rget_accumulate(mine, n, MPI_INT64_T, result, n, MPI_INT64_T, step.target, place, n,
                                                      MPI_INT64_T, op, win, &request)
                                : MPI_Get_accumulate(mine, n, MPI_INT64_T, result, n, MPI_INT64_T, step.target, place, n,
                                                     MPI_INT64_T, op, win));
        break;
      case Call::kFetchAndOp: EXPECT_MPI(MPI_Fetch_and_op(mine, result, MPI_INT64_T, step.target, place, op, win)); break;
      case Call::kCompareAndSwap: {
        // An even value is replaced: the model knows what is there.
        const Value there = value(step, 0);
        mine[1] = there % 2 == 0 ? there : there + 1;
        EXPECT_MPI(MPI_Compare_and_swap(&mine[0], &mine[1], result, MPI_INT64_T, step.target, place, win));
        break;
      }
    }
    if (with_request && request != MPI_REQUEST_NULL) requests_.push_back(request);
  }

  void check_results(const std::vector<Step>& steps) {
    for (std::size_t number = 0; number < steps.size(); ++number) {
      const Step& step = steps[number];
      if (step.call == Call::kPut || step.call == Call::kAccumulate) continue;
      for (int i = 0; i < step.count; ++i) EXPECT_EQ(results_[number][static_cast<std::size_t>(i)], value(step, i));
    }
  }

  std::mt19937_64 random_;
  Windowed<Value> window_;
  std::vector<std::vector<Value>> model_;  // of each rank, before the epoch
  std::vector<std::vector<Value>> results_;
  std::vector<std::vector<Value>> operands_;
  std::vector<MPI_Request> requests_;
};

TEST_F(RandomWindows, AgreeWithAModel) {
  std::uint64_t seed = from_environment("WINDOW_SEED", std::random_device()());
  EXPECT_MPI(MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD));
  if (rank() == 0) std::printf("WINDOW_SEED=%llu\n", static_cast<unsigned long long>(seed));
  const int rounds = static_cast<int>(from_environment("WINDOW_ROUNDS", 60));
  on_every_window([&](WindowKind kind) { Program(kind, seed).run(rounds); });
}

}  // namespace
}  // namespace penstock::test
