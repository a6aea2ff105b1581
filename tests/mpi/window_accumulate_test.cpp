// Operations that combine: every operation, many types, results, order.
#include <algorithm>
#include <complex>
#include <limits>

#include "window.hpp"

namespace penstock::test {
namespace {

class Accumulates : public Mpi {};

// The result of MPI_Reduce_local, which the same kernels compute elsewhere, is the model.
template <typename T>
void every_operation(MPI_Datatype type, const std::vector<MPI_Op>& ops, const std::vector<T>& there,
                     const std::vector<T>& mine) {
  const int count = static_cast<int>(there.size());
  on_every_window([&](WindowKind kind) {
    const Windowed<T> window(kind, count);
    for (MPI_Op op : ops) {
      std::copy(there.begin(), there.end(), window.base());
      std::vector<T> expected = there;
      EXPECT_MPI(MPI_Reduce_local(mine.data(), expected.data(), count, type, op));
      EXPECT_MPI(MPI_Win_fence(0, window.win()));
      EXPECT_MPI(MPI_Accumulate(mine.data(), count, type, next(), window.at(next(), 0), count, type, op, window.win()));
      EXPECT_MPI(MPI_Win_fence(0, window.win()));
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), window.base()));
      std::vector<T> old(there.size());
      EXPECT_MPI(MPI_Get_accumulate(nullptr, 0, MPI_DATATYPE_NULL, old.data(), count, type, next(), window.at(next(), 0), count,
                                    type, MPI_NO_OP, window.win()));
      EXPECT_MPI(MPI_Win_fence(0, window.win()));
      EXPECT_EQ(old, expected);
      EXPECT_MPI(MPI_Get_accumulate(mine.data(), count, type, old.data(), count, type, next(), window.at(next(), 0), count,
                                    type, MPI_REPLACE, window.win()));
      EXPECT_MPI(MPI_Win_fence(0, window.win()));
      EXPECT_EQ(old, expected);
      EXPECT_TRUE(std::equal(mine.begin(), mine.end(), window.base()));
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    }
  });
}

const std::vector<MPI_Op> kInteger = {MPI_SUM, MPI_MIN,  MPI_MAX,  MPI_PROD, MPI_BAND,
                                      MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR,  MPI_LXOR};
const std::vector<MPI_Op> kReal = {MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD};

TEST_F(Accumulates, IntegersOfAllWidths) {
  every_operation<std::int8_t>(MPI_INT8_T, kInteger, {1, -2, 0, 4, 5}, {3, 3, 7, 0, -1});
  every_operation<std::uint16_t>(MPI_UINT16_T, kInteger, {1, 65535, 0, 4}, {3, 3, 7, 0});
  every_operation<int>(MPI_INT, kInteger, {1, -2, 0, 4, 5}, {3, 3, 7, 0, -1});
  every_operation<std::int64_t>(MPI_INT64_T, kInteger, {1, -2, 0, std::int64_t{1} << 40, 5}, {3, 3, 7, 9, -1});
}

TEST_F(Accumulates, RealsComplexAndPairs) {
  every_operation<float>(MPI_FLOAT, kReal, {1.5F, -2, 0}, {3, 3.25F, 7});
  every_operation<double>(MPI_DOUBLE, kReal, {1.5, -2, 0}, {3, 3.25, 7});
  every_operation<std::complex<float>>(MPI_C_FLOAT_COMPLEX, {MPI_SUM, MPI_PROD}, {{1, 2}, {3, 4}}, {{5, 6}, {0, 1}});
  every_operation<std::complex<double>>(MPI_C_DOUBLE_COMPLEX, {MPI_SUM, MPI_PROD}, {{1, 2}, {3, 4}}, {{5, 6}, {0, 1}});
  struct Pair {
    int value;
    int index;
    bool operator==(const Pair&) const = default;
  };
  every_operation<Pair>(MPI_2INT, {MPI_MINLOC, MPI_MAXLOC}, {{1, 7}, {3, 4}}, {{1, 6}, {5, 1}});
}

TEST_F(Accumulates, PairsWithGapsKeepTheirGaps) {
  struct Pair {
    double value;
    int index;
    int gap;
  };
  const Windowed<Pair> window(WindowKind::kAllocate, 2);
  window.base()[0] = {1, 1, 77};
  window.base()[1] = {5, 5, 88};
  const Pair mine[2] = {{3, 9, -1}, {3, 9, -1}};
  EXPECT_MPI(MPI_Win_fence(0, window.win()));
  EXPECT_MPI(MPI_Accumulate(mine, 2, MPI_DOUBLE_INT, next(), 0, 2, MPI_DOUBLE_INT, MPI_MAXLOC, window.win()));
  EXPECT_MPI(MPI_Win_fence(0, window.win()));
  EXPECT_EQ(window.base()[0].value, 3);
  EXPECT_EQ(window.base()[0].index, 9);
  EXPECT_EQ(window.base()[0].gap, 77);
  EXPECT_EQ(window.base()[1].value, 5);
  EXPECT_EQ(window.base()[1].gap, 88);
}

// The types hold nothing, and the counts are 0: nothing could differ.
TEST_F(Accumulates, NoElementsAreOfAnyType) {
  MPI_Datatype nothing = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_contiguous(0, MPI_INT, &nothing));
  EXPECT_MPI(MPI_Type_commit(&nothing));
  const Windowed<int> window(WindowKind::kAllocate, 2);
  const MPI_Datatype types[] = {nothing, MPI_INT, MPI_DOUBLE};
  int value = 7;
  EXPECT_MPI(MPI_Win_fence(0, window.win()));
  for (MPI_Datatype there : types) {
    for (MPI_Datatype here : types) {
      const int mine = here == nothing ? 3 : 0;
      const int theirs = there == nothing ? 2 : 0;
      EXPECT_MPI(MPI_Put(&value, mine, here, next(), 0, theirs, there, window.win()));
      EXPECT_MPI(MPI_Accumulate(&value, mine, here, next(), 0, theirs, there, MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Get_accumulate(nullptr, mine, here, nullptr, mine, here, next(), 0, theirs, there, MPI_SUM, window.win()));
    }
  }
  // Elements on one side alone are an error.
  EXPECT_CLASS(MPI_Accumulate(&value, 0, MPI_INT, next(), 0, 1, MPI_INT, MPI_SUM, window.win()), MPI_ERR_TRUNCATE);
  EXPECT_CLASS(MPI_Accumulate(&value, 1, nothing, next(), 0, 1, MPI_INT, MPI_SUM, window.win()), MPI_ERR_TRUNCATE);
  EXPECT_MPI(MPI_Win_fence(0, window.win()));
  EXPECT_EQ(window.base()[0], 0);
  EXPECT_MPI(MPI_Type_free(&nothing));
}

TEST_F(Accumulates, DerivedTypesOfOneKind) {
  MPI_Datatype every_second = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_vector(4, 1, 2, MPI_INT, &every_second));
  EXPECT_MPI(MPI_Type_commit(&every_second));
  on_every_window([&](WindowKind kind) {
    const Windowed<int> window(kind, 8);
    std::fill_n(window.base(), 8, 100);
    const int mine[4] = {1, 2, 3, 4};
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    EXPECT_MPI(MPI_Accumulate(mine, 4, MPI_INT, next(), window.at(next(), 1), 1, every_second, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    for (int i = 0; i < 8; ++i) EXPECT_EQ(window.base()[i], 100 + (i % 2 == 1 ? i / 2 + 1 : 0));
  });
  EXPECT_MPI(MPI_Type_free(&every_second));
}

TEST_F(Accumulates, FetchAndAddGivesEveryNumberOnce) {
  on_every_window([](WindowKind kind) {
    const int each = repeats(1000);
    const Windowed<std::int64_t> window(kind, 2);
    std::vector<std::int64_t> mine(static_cast<std::size_t>(each));
    const std::int64_t one = 1;
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (std::int64_t& value : mine) {
      EXPECT_MPI(MPI_Fetch_and_op(&one, &value, MPI_INT64_T, 0, window.at(0, 1), MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Win_flush_local(0, window.win()));
    }
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
    EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    std::vector<std::int64_t> all(static_cast<std::size_t>(each * size()));
    EXPECT_MPI(MPI_Allgather(mine.data(), each, MPI_INT64_T, all.data(), each, MPI_INT64_T, MPI_COMM_WORLD));
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], static_cast<std::int64_t>(i));
  });
}

// All ranks operate on one word in different ways: no update is lost.
TEST_F(Accumulates, DifferentCallsOnOneWord) {
  on_every_window([](WindowKind kind) {
    const int each = repeats(300);
    const Windowed<std::int64_t> window(kind, 1);
    const std::int64_t one = 1;
    std::int64_t old = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (int i = 0; i < each; ++i) {
      switch ((i + rank()) % 4) {
        case 0:
          EXPECT_MPI(MPI_Accumulate(&one, 1, MPI_INT64_T, 0, window.at(0, 0), 1, MPI_INT64_T, MPI_SUM, window.win()));
          break;
        case 1: EXPECT_MPI(MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 0, window.at(0, 0), MPI_SUM, window.win())); break;
        case 2:
          EXPECT_MPI(MPI_Rget_accumulate(&one, 1, MPI_INT64_T, &old, 1, MPI_INT64_T, 0, window.at(0, 0), 1, MPI_INT64_T,
                                         MPI_SUM, window.win(), &request));
          EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
          break;
        default:
          for (std::int64_t seen = 0;;) {
            const std::int64_t wanted = seen + 1;
            EXPECT_MPI(MPI_Compare_and_swap(&wanted, &seen, &old, MPI_INT64_T, 0, window.at(0, 0), window.win()));
            EXPECT_MPI(MPI_Win_flush(0, window.win()));
            if (old == seen) break;
            seen = old;
          }
      }
      EXPECT_MPI(MPI_Win_flush(0, window.win()));
    }
    EXPECT_MPI(MPI_Raccumulate(&one, 1, MPI_INT64_T, 0, window.at(0, 0), 1, MPI_INT64_T, MPI_SUM, window.win(), &request));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 0) {
      EXPECT_EQ(window.now()[0], std::int64_t{each + 1} * size());
    }
  });
}

TEST_F(Accumulates, AccumulatesOfOneOriginKeepTheirOrder) {
  on_every_window([](WindowKind kind) {
    const Windowed<int> window(kind, size());
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (int i = 0; i <= 200; ++i) {
      EXPECT_MPI(MPI_Accumulate(&i, 1, MPI_INT, next(), window.at(next(), rank()), 1, MPI_INT, MPI_REPLACE, window.win()));
      EXPECT_MPI(MPI_Win_flush_local(next(), window.win()));
    }
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    EXPECT_EQ(window.now()[static_cast<std::size_t>(previous())], 200);
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  });
}

TEST_F(Accumulates, LargeOnes) {
  on_every_window([](WindowKind kind) {
    constexpr int kCount = 100000;
    const Windowed<double> window(kind, kCount);
    std::vector<double> mine(kCount);
    for (int i = 0; i < kCount; ++i) mine[static_cast<std::size_t>(i)] = i;
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    for (int peer = 0; peer < size(); ++peer) {
      EXPECT_MPI(
          MPI_Accumulate(mine.data(), kCount, MPI_DOUBLE, peer, window.at(peer, 0), kCount, MPI_DOUBLE, MPI_SUM, window.win()));
    }
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    for (int i = 0; i < kCount; i += 997) EXPECT_EQ(window.base()[i], static_cast<double>(i) * size());
  });
}

}  // namespace
}  // namespace penstock::test
