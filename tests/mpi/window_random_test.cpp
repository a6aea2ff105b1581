// Random programs of epochs and calls, compared with a model that every rank computes by itself. WINDOW_SEED repeats a program,
// WINDOW_ROUNDS makes it longer.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <type_traits>

#include "window_ground.hpp"

namespace penstock::test {
namespace {

class RandomWindows : public Mpi {};

constexpr int kPerRank = 24;  // elements of each target that one origin has for itself
constexpr int kRoom = 16;     // elements of local memory that a step has for operands, and for results
constexpr int kMost = 7;      // elements of a step

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

enum class Call : std::uint8_t { kPut, kGet, kAccumulate, kGetAccumulate, kFetchAndOp, kCompareAndSwap };
enum class Op : std::uint8_t { kReplace, kSum, kMin, kMax, kNoOp };
enum class Epoch : std::uint8_t { kFence, kGroups, kNeighbours, kExclusive, kShared, kNested, kAll, kAllUnchecked };
constexpr int kEpochs = 8;
// The layout of elements: side by side, every second place, or the last one first.
enum class Shape : std::uint8_t { kPlain, kSpread, kBackwards };

int place_of(Shape shape, int count, int i) {
  return shape == Shape::kSpread ? 2 * i : shape == Shape::kBackwards ? count - 1 - i : i;
}
int span_of(Shape shape, int count) {
  return shape == Shape::kSpread ? 2 * count : count;
}

template <typename T>
MPI_Datatype type_of() {
  if constexpr (std::is_same_v<T, std::int8_t>) return MPI_INT8_T;
  if constexpr (std::is_same_v<T, std::int16_t>) return MPI_INT16_T;
  if constexpr (std::is_same_v<T, std::int32_t>) return MPI_INT32_T;
  if constexpr (std::is_same_v<T, std::int64_t>) return MPI_INT64_T;
  if constexpr (std::is_same_v<T, float>) return MPI_FLOAT;
  return MPI_DOUBLE;
}

MPI_Op handle_of(Op op) {
  constexpr int kOps = 5;
  const MPI_Op handles[kOps] = {MPI_REPLACE, MPI_SUM, MPI_MIN, MPI_MAX, MPI_NO_OP};
  return handles[static_cast<std::size_t>(op)];
}

// The count and the datatype of one side of a call.
class Described {
 public:
  Described(Shape shape, int count, MPI_Datatype element) : count_(count), type_(element) {
    if (shape == Shape::kPlain) return;
    int places[kMost];
    for (int i = 0; i < count; ++i) places[i] = place_of(shape, count, i);
    made_ = true;
    count_ = 1;
    if (shape == Shape::kSpread) EXPECT_MPI(MPI_Type_vector(count, 1, 2, element, &type_));
    if (shape == Shape::kBackwards) EXPECT_MPI(MPI_Type_create_indexed_block(count, 1, places, element, &type_));
    EXPECT_MPI(MPI_Type_commit(&type_));
  }
  Described(const Described&) = delete;
  Described& operator=(const Described&) = delete;
  ~Described() {
    if (made_) EXPECT_MPI(MPI_Type_free(&type_));
  }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] MPI_Datatype type() const { return type_; }

 private:
  int count_;
  MPI_Datatype type_;
  bool made_ = false;
};

// The operations of one rank within an epoch. No other step uses elements of a put or get; several accumulates may use the same
// elements, in program order.
template <typename T>
struct Step {
  Call call;
  Op op;
  int target;
  int first;
  int count;
  Shape there;
  Shape here;
  Shape back;
  T value;
  bool with_request;
  std::vector<T> expected;  // the result according to the model
  T compare{};
};

bool accumulates(Call call) {
  return call != Call::kPut && call != Call::kGet;
}
bool has_result(Call call) {
  return call != Call::kPut && call != Call::kAccumulate;
}

template <typename T>
class Program {
 public:
  Program(WindowKind kind, std::uint64_t seed)
      : random_(seed),
        own_random_(seed + static_cast<std::uint64_t>(rank())),
        window_(kind, kPerRank * size()),
        model_(static_cast<std::size_t>(size()), std::vector<T>(static_cast<std::size_t>(window_.count()))) {}

  void run(int rounds) {
    for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
      const auto epoch = static_cast<Epoch>(below(kEpochs));
      std::vector<Step<T>> mine;
      for (int origin = 0; origin < size(); ++origin) {
        std::vector<Step<T>> steps = steps_of(origin, epoch);
        for (Step<T>& step : steps) apply(&step);
        if (origin == rank()) mine = std::move(steps);
      }
      if (below(4) == 0) window_.move(below(2) == 0);
      SCOPED_TRACE("round " + std::to_string(round) + ", epoch " + std::to_string(static_cast<int>(epoch)));
      perform(epoch, mine);
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      EXPECT_EQ(window_.now(), model_[static_cast<std::size_t>(rank())]);
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    }
  }

 private:
  int below(std::uint64_t limit) { return static_cast<int>(random_() % limit); }

  Step<T> draw(int target, int at, int end, bool only_accumulates) {
    Step<T> step{};
    step.target = target;
    step.first = at;
    do {
      step.call = static_cast<Call>(below(6));
    } while ((only_accumulates && !accumulates(step.call)) || (step.call == Call::kCompareAndSwap && !std::is_integral_v<T>));
    const bool single = step.call == Call::kFetchAndOp || step.call == Call::kCompareAndSwap;
    step.there = single || end - at < 2 ? Shape::kPlain : static_cast<Shape>(below(3));
    const int most = step.there == Shape::kSpread ? (end - at) / 2 : end - at;
    step.count = single ? 1 : 1 + below(static_cast<std::uint64_t>(std::min(most, kMost)));
    step.here = static_cast<Shape>(below(3));
    step.back = static_cast<Shape>(below(3));
    step.op = static_cast<Op>(below(step.call == Call::kAccumulate ? 4 : 5));
    step.value = static_cast<T>(below(100));
    step.with_request = below(2) == 0;
    return step;
  }

  std::vector<Step<T>> steps_of(int origin, Epoch epoch) {
    std::vector<Step<T>> steps;
    for (int target = 0; target < size(); ++target) {
      for (int at = origin * kPerRank; at < (origin + 1) * kPerRank;) {
        Step<T> step = draw(target, at, (origin + 1) * kPerRank, false);
        const int end = at + span_of(step.there, step.count);
        const bool reached = epoch != Epoch::kNeighbours || target == (origin + 1) % size();
        if (reached && below(3) != 0) {
          for (int more = accumulates(step.call) ? below(3) : 0; more-- != 0;) steps.push_back(draw(target, at, end, true));
          steps.push_back(std::move(step));
        }
        at = end;
      }
    }
    std::shuffle(steps.begin(), steps.end(), random_);
    return steps;
  }

  static T changed(const Step<T>& step, T old, T operand) {
    if (step.call == Call::kPut || step.call == Call::kCompareAndSwap) return operand;
    if (step.call == Call::kGet) return old;
    switch (step.op) {
      case Op::kReplace: return operand;
      case Op::kSum: return static_cast<T>(old + operand);
      case Op::kMin: return std::min(old, operand);
      case Op::kMax: return std::max(old, operand);
      case Op::kNoOp: break;
    }
    return old;
  }

  static T operand_of(const Step<T>& step, int i) { return static_cast<T>(step.value + static_cast<T>(i)); }

  void apply(Step<T>* step) {
    for (int i = 0; i < step->count; ++i) {
      T& element = model_[static_cast<std::size_t>(step->target)]
                         [static_cast<std::size_t>(step->first + place_of(step->there, step->count, i))];
      step->expected.push_back(element);
      // Every second compare-and-swap finds the expected value.
      step->compare = step->with_request ? element : static_cast<T>(element + T{1});
      if (step->call != Call::kCompareAndSwap || step->with_request) element = changed(*step, element, operand_of(*step, i));
    }
  }

  // Prepares the operands of all steps, and room for their results, in memory of the kind under test.
  void prepare(const std::vector<Step<T>>& steps) {
    std::vector<T> operands(std::max<std::size_t>(1, steps.size()) * kRoom);
    for (std::size_t number = 0; number < steps.size(); ++number) {
      const Step<T>& step = steps[number];
      T* const mine = &operands[number * kRoom];
      for (int i = 0; i < step.count; ++i) mine[place_of(step.here, step.count, i)] = operand_of(step, i);
      mine[kRoom - 1] = step.compare;
      if (step.call == Call::kFetchAndOp || step.call == Call::kCompareAndSwap) mine[0] = operand_of(step, 0);
    }
    operands_ = std::make_unique<Array<T>>(operands);
    results_ = std::make_unique<Array<T>>(std::vector<T>(operands.size(), T{77}));
    requests_.clear();
  }

  void perform(Epoch epoch, const std::vector<Step<T>>& steps) {
    prepare(steps);
    const MPI_Win win = window_.win();
    switch (epoch) {
      case Epoch::kFence:
        EXPECT_MPI(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
        each(steps, -1, false);
        EXPECT_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
        break;
      case Epoch::kGroups:
      case Epoch::kNeighbours: by_groups(epoch, steps); break;
      case Epoch::kAll:
      case Epoch::kAllUnchecked:
        EXPECT_MPI(MPI_Win_lock_all(epoch == Epoch::kAll ? 0 : MPI_MODE_NOCHECK, win));
        each(steps, -1, true);
        wait();
        EXPECT_MPI(MPI_Win_unlock_all(win));
        break;
      case Epoch::kNested:
        for (int i = 0; i < size(); ++i) EXPECT_MPI(MPI_Win_lock(MPI_LOCK_SHARED, (rank() + i) % size(), 0, win));
        each(steps, -1, true);
        wait();
        for (int i = size(); i-- != 0;) EXPECT_MPI(MPI_Win_unlock(i, win));
        break;
      default:
        for (int i = 0; i < size(); ++i) {
          const int target = (rank() + i) % size();
          EXPECT_MPI(MPI_Win_lock(epoch == Epoch::kShared ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, win));
          each(steps, target, true);
          wait();
          EXPECT_MPI(MPI_Win_unlock(target, win));
        }
    }
    check_results(steps);
  }

  void by_groups(Epoch epoch, const std::vector<Step<T>>& steps) {
    const MPI_Win win = window_.win();
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group to = MPI_GROUP_NULL;
    MPI_Group from = MPI_GROUP_NULL;
    EXPECT_MPI(MPI_Win_get_group(win, &all));
    const int neighbours[2] = {next(), previous()};
    if (epoch == Epoch::kNeighbours) {
      EXPECT_MPI(MPI_Group_incl(all, 1, &neighbours[0], &to));
      EXPECT_MPI(MPI_Group_incl(all, 1, &neighbours[1], &from));
    }
    EXPECT_MPI(MPI_Win_post(epoch == Epoch::kGroups ? all : from, 0, win));
    EXPECT_MPI(MPI_Win_start(epoch == Epoch::kGroups ? all : to, 0, win));
    each(steps, -1, false);
    EXPECT_MPI(MPI_Win_complete(win));
    if (own_random_() % 2 == 0) {
      EXPECT_MPI(MPI_Win_wait(win));
    } else {
      for (int over = 0; over == 0;) EXPECT_MPI(MPI_Win_test(win, &over));
    }
    for (MPI_Group* group : {&all, &to, &from}) {
      if (*group != MPI_GROUP_NULL) EXPECT_MPI(MPI_Group_free(group));
    }
  }

  void wait() {
    EXPECT_MPI(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
    requests_.clear();
  }

  // Makes the steps to one target, or all.
  void each(const std::vector<Step<T>>& steps, int target, bool passive) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (target >= 0 && steps[i].target != target) continue;
      begin(steps[i], i, passive && steps[i].with_request);
      if (!passive) continue;
      switch (own_random_() % 16) {
        case 0: EXPECT_MPI(MPI_Win_flush(steps[i].target, window_.win())); break;
        case 1: EXPECT_MPI(MPI_Win_flush_local(steps[i].target, window_.win())); break;
        case 2: EXPECT_MPI(MPI_Win_flush_all(window_.win())); break;
        case 3: EXPECT_MPI(MPI_Win_flush_local_all(window_.win())); break;
        default: break;
      }
    }
  }

  void begin(const Step<T>& step, std::size_t number, bool with_request) {
    const MPI_Win win = window_.win();
    const MPI_Aint place = window_.at(step.target, step.first);
    T* const mine = static_cast<T*>(operands_->data()) + number * kRoom;
    T* const result = static_cast<T*>(results_->data()) + number * kRoom;
    const MPI_Datatype element = type_of<T>();
    const Described here(step.here, step.count, element);
    const Described back(step.back, step.count, element);
    const Described there(step.there, step.count, element);
    const MPI_Op op = handle_of(step.op);
    const int to = step.target;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Request* const r = &request;
    switch (step.call) {
      case Call::kPut:
        EXPECT_MPI(with_request ? MPI_Rput(mine, here.count(), here.type(), to, place, there.count(), there.type(), win, r)
                                : MPI_Put(mine, here.count(), here.type(), to, place, there.count(), there.type(), win));
        break;
      case Call::kGet:
        EXPECT_MPI(with_request ? MPI_Rget(result, back.count(), back.type(), to, place, there.count(), there.type(), win, r)
                                : MPI_Get(result, back.count(), back.type(), to, place, there.count(), there.type(), win));
        break;
      case Call::kAccumulate:
        EXPECT_MPI(with_request
                       ? MPI_Raccumulate(mine, here.count(), here.type(), to, place, there.count(), there.type(), op, win, r)
                       : MPI_Accumulate(mine, here.count(), here.type(), to, place, there.count(), there.type(), op, win));
        break;
      case Call::kGetAccumulate:
        EXPECT_MPI(with_request ? MPI_Rget_accumulate(mine, here.count(), here.type(), result, back.count(), back.type(), to,
                                                      place, there.count(), there.type(), op, win, r)
                                : MPI_Get_accumulate(mine, here.count(), here.type(), result, back.count(), back.type(), to,
                                                     place, there.count(), there.type(), op, win));
        break;
      case Call::kFetchAndOp: EXPECT_MPI(MPI_Fetch_and_op(mine, result, element, to, place, op, win)); break;
      case Call::kCompareAndSwap:
        EXPECT_MPI(MPI_Compare_and_swap(mine, mine + kRoom - 1, result, element, to, place, win));
        break;
    }
    if (request != MPI_REQUEST_NULL) requests_.push_back(request);
  }

  void check_results(const std::vector<Step<T>>& steps) {
    const std::vector<T> results = results_->get();
    for (std::size_t number = 0; number < steps.size(); ++number) {
      const Step<T>& step = steps[number];
      if (!has_result(step.call)) continue;
      const bool single = step.call == Call::kFetchAndOp || step.call == Call::kCompareAndSwap;
      for (int i = 0; i < step.count; ++i) {
        const int place = single ? 0 : place_of(step.back, step.count, i);
        EXPECT_EQ(results[number * kRoom + static_cast<std::size_t>(place)], step.expected[static_cast<std::size_t>(i)])
            << "call " << static_cast<int>(step.call) << ", element " << i << " of " << step.count << " at rank "
            << step.target;
      }
    }
  }

  std::mt19937_64 random_;      // the same on all ranks
  std::mt19937_64 own_random_;  // for draws that change no result
  Ground<T> window_;
  std::vector<std::vector<T>> model_;  // the model of each rank
  std::unique_ptr<Array<T>> operands_;
  std::unique_ptr<Array<T>> results_;
  std::vector<MPI_Request> requests_;
};

TEST_F(RandomWindows, AgreeWithAModel) {
  std::uint64_t seed = from_environment("WINDOW_SEED", std::random_device()());
  EXPECT_MPI(MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD));
  if (rank() == 0) std::printf("WINDOW_SEED=%llu\n", static_cast<unsigned long long>(seed));
  const int rounds = static_cast<int>(from_environment("WINDOW_ROUNDS", static_cast<std::uint64_t>(repeats(40))));
  on_every_window([&](WindowKind kind) {
    Program<std::int8_t>(kind, seed).run(rounds);
    Program<std::int16_t>(kind, seed).run(rounds);
    Program<std::int32_t>(kind, seed).run(rounds);
    Program<std::int64_t>(kind, seed).run(rounds);
    Program<float>(kind, seed).run(rounds);
    Program<double>(kind, seed).run(rounds);
  });
}

}  // namespace
}  // namespace penstock::test
