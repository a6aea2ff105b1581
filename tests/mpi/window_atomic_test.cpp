// The guarantees of accumulates on memory of any kind (--memory): no update is lost, whatever its origin, width and layout;
// those of one origin arrive in its order; each operation computes the same as a reduction.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

// A window over memory of every rank, in bytes, within an epoch of all ranks on all ranks.
class Bytes {
 public:
  explicit Bytes(std::size_t count) : memory_(std::vector<unsigned char>(count)) {
    EXPECT_MPI(MPI_Win_create(memory_.data(), static_cast<MPI_Aint>(count), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win_));
    EXPECT_MPI(MPI_Win_lock_all(0, win_));
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  ~Bytes() {
    EXPECT_MPI(MPI_Win_unlock_all(win_));
    EXPECT_MPI(MPI_Win_free(&win_));
  }
  [[nodiscard]] MPI_Win win() const { return win_; }
  // All updates have arrived, and no rank begins anew before all have compared: call it before and after a comparison.
  void meet() const {
    EXPECT_MPI(MPI_Win_flush_all(win_));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  template <typename T>
  [[nodiscard]] std::vector<T> as(std::size_t offset, std::size_t count) const {
    std::vector<T> out(count);
    std::memcpy(out.data(), memory_.get().data() + offset, count * sizeof(T));
    return out;
  }

 private:
  Array<unsigned char> memory_;
  MPI_Win win_ = MPI_WIN_NULL;
};

class WindowMemoryAtomic : public Mpi {};

// All ranks, the owner too, add ones in every layout to the same elements, from memory of the window's kind and of the host.
template <typename T>
void sums(MPI_Datatype type) {
  constexpr int kCount = 24;
  constexpr int kRounds = 3;
  MPI_Datatype comb = MPI_DATATYPE_NULL;
  MPI_Datatype list = MPI_DATATYPE_NULL;
  const int places[] = {0, 1, 2, 9, 15, 16, 23};
  EXPECT_MPI(MPI_Type_vector(kCount / 2, 1, 2, type, &comb));
  EXPECT_MPI(MPI_Type_create_indexed_block(7, 1, places, type, &list));
  EXPECT_MPI(MPI_Type_commit(&comb));
  EXPECT_MPI(MPI_Type_commit(&list));
  std::vector<T> ones(kCount, static_cast<T>(1));
  const Array<T> far(ones);
  {
    const Bytes window(kCount * sizeof(T));
    for (int round = 0; round < kRounds; ++round) {
      void* const from = round % 2 == 0 ? far.data() : ones.data();
      EXPECT_MPI(MPI_Accumulate(from, kCount, type, 0, 0, kCount, type, MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Accumulate(from, kCount / 2, type, 0, 0, 1, comb, MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Accumulate(from, 1, comb, 0, 0, 1, comb, MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Accumulate(from, 1, list, 0, 0, 1, list, MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Accumulate(from, 1, type, 0, 0, 1, type, MPI_SUM, window.win()));
    }
    window.meet();
    if (rank() == 0) {
      std::vector<T> expected(kCount);
      for (int i = 0; i < kCount; ++i) {
        const int each =
            1 + (i % 2 == 0 ? 2 : 0) + (i == 0 ? 1 : 0) + static_cast<int>(std::count(std::begin(places), std::end(places), i));
        expected[static_cast<std::size_t>(i)] = static_cast<T>(each * kRounds * size());
      }
      EXPECT_EQ(window.as<T>(0, kCount), expected);
    }
    window.meet();
  }
  EXPECT_MPI(MPI_Type_free(&comb));
  EXPECT_MPI(MPI_Type_free(&list));
}

TEST_F(WindowMemoryAtomic, SumsAreExact) {
  sums<std::uint8_t>(MPI_UINT8_T);
  sums<std::int16_t>(MPI_INT16_T);
  sums<std::int32_t>(MPI_INT32_T);
  sums<std::int64_t>(MPI_INT64_T);
  sums<float>(MPI_FLOAT);
  sums<double>(MPI_DOUBLE);
}

// Elements of 1, 2, 4 and 8 bytes lie beside each other, and all ranks change each.
TEST_F(WindowMemoryAtomic, NeighboursOfAllWidths) {
  constexpr int kRounds = 40;
  const Bytes window(16);
  const std::int8_t one8 = 1;
  const std::int16_t one16 = 1;
  const std::int32_t one32 = 1;
  const double real = 1;
  std::int16_t old = 0;  // one call after another writes it, and the next flush completes it
  for (int round = 0; round < kRounds; ++round) {
    EXPECT_MPI(MPI_Accumulate(&one8, 1, MPI_INT8_T, 0, 0, 1, MPI_INT8_T, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Accumulate(&one16, 1, MPI_INT16_T, 0, 2, 1, MPI_INT16_T, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Accumulate(&one8, 1, MPI_INT8_T, 0, 1, 1, MPI_INT8_T, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Accumulate(&one32, 1, MPI_INT32_T, 0, 4, 1, MPI_INT32_T, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Accumulate(&real, 1, MPI_DOUBLE, 0, 8, 1, MPI_DOUBLE, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Fetch_and_op(&one16, &old, MPI_INT16_T, 0, 2, MPI_SUM, window.win()));
    if (round % 8 == 0) {
      EXPECT_MPI(MPI_Win_flush(0, window.win()));
    }
  }
  window.meet();
  if (rank() == 0) {
    const int all = kRounds * size();
    EXPECT_EQ(window.as<std::int8_t>(0, 2), (std::vector<std::int8_t>(2, static_cast<std::int8_t>(all))));
    EXPECT_EQ(window.as<std::int16_t>(2, 1)[0], 2 * all);
    EXPECT_EQ(window.as<std::int32_t>(4, 1)[0], all);
    EXPECT_EQ(window.as<double>(8, 1)[0], all);
  }
  window.meet();
}

// All tickets differ, if they are written to memory of the window's kind or of the host.
TEST_F(WindowMemoryAtomic, TicketsDiffer) {
  constexpr int kEach = 40;
  const Bytes window(8);
  const std::int64_t one = 1;
  const Array<std::int64_t> far(std::vector<std::int64_t>{1});
  const Array<std::int64_t> old(std::size_t{kEach});
  std::vector<std::int64_t> mine(kEach);
  for (int i = 0; i < kEach; i += 2) {
    auto* const place = static_cast<char*>(old.data()) + sizeof(std::int64_t) * static_cast<std::size_t>(i);
    EXPECT_MPI(MPI_Fetch_and_op(far.data(), place, MPI_INT64_T, 0, 0, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Fetch_and_op(&one, &mine[static_cast<std::size_t>(i) + 1], MPI_INT64_T, 0, 0, MPI_SUM, window.win()));
    if (i % 5 == 0) {
      EXPECT_MPI(MPI_Win_flush(0, window.win()));
    }
  }
  EXPECT_MPI(MPI_Win_flush(0, window.win()));
  const std::vector<std::int64_t> there = old.get();
  for (std::size_t i = 0; i < kEach; i += 2) mine[i] = there[i];
  EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));  // they were requested in this order
  std::vector<std::int64_t> all(static_cast<std::size_t>(kEach * size()));
  EXPECT_MPI(MPI_Allgather(mine.data(), kEach, MPI_INT64_T, all.data(), kEach, MPI_INT64_T, MPI_COMM_WORLD));
  std::sort(all.begin(), all.end());
  std::vector<std::int64_t> expected(all.size());
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(all, expected);
}

// Some ranks add by accumulates, others by a compare-and-swap with the value that they have read.
template <typename T>
void exchanges(MPI_Datatype type) {
  constexpr int kEach = 15;
  const Bytes window(16);
  const T one = 1;
  for (int i = 0; i < kEach; ++i) {
    T seen = 0;
    T expected = 0;
    do {
      expected = seen;
      const T next = static_cast<T>(expected + 1);
      EXPECT_MPI(MPI_Compare_and_swap(&next, &expected, &seen, type, 0, sizeof(T), window.win()));
      EXPECT_MPI(MPI_Win_flush(0, window.win()));
    } while (seen != expected);
    EXPECT_MPI(MPI_Accumulate(&one, 1, type, 0, sizeof(T), 1, type, MPI_SUM, window.win()));
  }
  window.meet();
  if (rank() == 0) {
    EXPECT_EQ(window.as<T>(0, 2), (std::vector<T>{0, static_cast<T>(2 * kEach * size())}));
  }
  window.meet();
}

TEST_F(WindowMemoryAtomic, ExchangesAndSums) {
  exchanges<std::uint8_t>(MPI_UINT8_T);
  exchanges<std::int16_t>(MPI_INT16_T);
  exchanges<std::uint32_t>(MPI_UINT32_T);
  exchanges<std::int64_t>(MPI_INT64_T);
}

// The addresses are no multiples of the elements' length; some lie beside aligned elements.
TEST_F(WindowMemoryAtomic, ElementsAtAnyAddress) {
  constexpr int kRounds = 10;
  MPI_Datatype words = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_create_hvector(6, 1, 6, MPI_INT32_T, &words));  // every second one at a multiple of 4
  EXPECT_MPI(MPI_Type_commit(&words));
  {
    const Bytes window(64);
    const std::vector<std::int32_t> ones(6, 1);
    std::vector<std::int32_t> old(6, -1);
    for (int round = 0; round < kRounds; ++round) {
      EXPECT_MPI(MPI_Accumulate(ones.data(), 6, MPI_INT32_T, 0, 0, 1, words, MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Get_accumulate(ones.data(), 1, MPI_INT32_T, old.data(), 1, MPI_INT32_T, 0, 6, 1, MPI_INT32_T, MPI_SUM,
                                    window.win()));
      EXPECT_MPI(MPI_Accumulate(ones.data(), 1, MPI_INT32_T, 0, 12, 1, MPI_INT32_T, MPI_SUM, window.win()));
    }
    window.meet();
    EXPECT_GE(old[0], 2 * kRounds - 1);
    for (std::size_t i = 0; rank() == 0 && i < 6; ++i) {
      EXPECT_EQ(window.as<std::int32_t>(6 * i, 1)[0], (i == 1 || i == 2 ? 2 : 1) * kRounds * size()) << i;
    }
    window.meet();
  }
  EXPECT_MPI(MPI_Type_free(&words));
}

// There is no flush between the operations.
TEST_F(WindowMemoryAtomic, OneOriginsOrder) {
  constexpr int kCount = 3000;  // more than a launch carries
  const Bytes window(kCount * sizeof(double) + 64);
  const std::vector<double> first(kCount, 5);
  const Array<double> second(std::vector<double>(kCount, 3));
  std::vector<double> old(kCount);
  std::vector<double> last(kCount);
  const int to = next();
  for (int round = 0; round < 4; ++round) {
    EXPECT_MPI(MPI_Accumulate(first.data(), kCount, MPI_DOUBLE, to, 0, kCount, MPI_DOUBLE, MPI_REPLACE, window.win()));
    EXPECT_MPI(MPI_Get_accumulate(second.data(), kCount, MPI_DOUBLE, old.data(), kCount, MPI_DOUBLE, to, 0, kCount, MPI_DOUBLE,
                                  MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Get_accumulate(nullptr, 0, MPI_DOUBLE, last.data(), kCount, MPI_DOUBLE, to, 0, kCount, MPI_DOUBLE, MPI_NO_OP,
                                  window.win()));
    EXPECT_MPI(MPI_Accumulate(first.data(), 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, MPI_PROD, window.win()));
    double single = 0;
    EXPECT_MPI(MPI_Fetch_and_op(nullptr, &single, MPI_DOUBLE, to, 0, MPI_NO_OP, window.win()));
    EXPECT_MPI(MPI_Win_flush(to, window.win()));
    EXPECT_EQ(single, 40);
    EXPECT_EQ(old, first);
    EXPECT_EQ(last, std::vector<double>(kCount, 8));
  }
}

struct Case {
  std::string name;
  MPI_Datatype type;
  std::vector<MPI_Op> operations;
};

// Returns 20 elements of small numbers, on whose result MPI_Reduce_local and an accumulate agree.
std::vector<unsigned char> elements(MPI_Datatype type, int seed) {
  std::vector<unsigned char> out(20 * 32);
  const auto fill = [&]<typename T>(T) {
    for (std::size_t i = 0; i < 40; ++i) {
      const T value = static_cast<T>((static_cast<int>(i) * 7 + seed * 5) % 11 + 1);
      // The bytes behind the ten of a long double are padding.
      std::memcpy(&out[i * sizeof value], &value, std::is_same_v<T, long double> ? 10 : sizeof value);
    }
  };
  if (type == MPI_INT8_T || type == MPI_UINT8_T || type == MPI_C_BOOL || type == MPI_BYTE) fill(std::uint8_t());
  if (type == MPI_INT16_T || type == MPI_UINT16_T) fill(std::uint16_t());
  if (type == MPI_INT32_T || type == MPI_UINT32_T || type == MPI_2INT) fill(std::uint32_t());
  if (type == MPI_INT64_T || type == MPI_UINT64_T) fill(std::uint64_t());
  if (type == MPI_FLOAT || type == MPI_C_FLOAT_COMPLEX) fill(float());
  if (type == MPI_DOUBLE || type == MPI_C_DOUBLE_COMPLEX) fill(double());
  if (type == MPI_LONG_DOUBLE) fill(static_cast<long double>(0));
  if (type == MPI_DOUBLE_INT || type == MPI_FLOAT_INT) {
    for (int i = 0; i < 20; ++i) {
      const auto at = static_cast<std::size_t>(i) * (type == MPI_DOUBLE_INT ? 16 : 8);
      const double wide = (i * 7 + seed * 5) % 11;
      const auto narrow = static_cast<float>(wide);
      const int index = i + seed;
      if (type == MPI_DOUBLE_INT) std::memcpy(&out[at], &wide, sizeof wide);
      if (type == MPI_FLOAT_INT) std::memcpy(&out[at], &narrow, sizeof narrow);
      std::memcpy(&out[at + (type == MPI_DOUBLE_INT ? 8 : 4)], &index, sizeof index);
    }
  }
  if (type == MPI_C_BOOL) {
    for (unsigned char& each : out) each = each % 2;
  }
  return out;
}

TEST_F(WindowMemoryAtomic, OperationsComputeWhatReductionsDo) {
  const std::vector<MPI_Op> all = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX, MPI_BAND,
                                   MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
  const std::vector<MPI_Op> reals = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX};
  const Case cases[] = {
      {"int8", MPI_INT8_T, all},
      {"uint8", MPI_UINT8_T, all},
      {"int16", MPI_INT16_T, all},
      {"uint16", MPI_UINT16_T, all},
      {"int32", MPI_INT32_T, all},
      {"uint32", MPI_UINT32_T, all},
      {"int64", MPI_INT64_T, all},
      {"uint64", MPI_UINT64_T, all},
      {"float", MPI_FLOAT, reals},
      {"double", MPI_DOUBLE, reals},
      {"long double", MPI_LONG_DOUBLE, reals},
      {"bool", MPI_C_BOOL, {MPI_LAND, MPI_LOR, MPI_LXOR}},
      {"byte", MPI_BYTE, {MPI_BAND, MPI_BOR, MPI_BXOR}},
      {"complex", MPI_C_FLOAT_COMPLEX, {MPI_SUM, MPI_PROD}},
      {"double complex", MPI_C_DOUBLE_COMPLEX, {MPI_SUM, MPI_PROD}},
      {"2int", MPI_2INT, {MPI_MINLOC, MPI_MAXLOC}},
      {"float_int", MPI_FLOAT_INT, {MPI_MINLOC, MPI_MAXLOC}},
      {"double_int", MPI_DOUBLE_INT, {MPI_MINLOC, MPI_MAXLOC}},
  };
  constexpr int kCount = 20;
  const Bytes window(kCount * 32);
  const int to = next();
  for (const Case& each : cases) {
    MPI_Aint low = 0;
    MPI_Aint extent = 0;
    EXPECT_MPI(MPI_Type_get_extent(each.type, &low, &extent));
    const std::size_t bytes = static_cast<std::size_t>(extent) * kCount;
    for (const MPI_Op operation : each.operations) {
      const std::vector<unsigned char> before = elements(each.type, 1);
      const std::vector<unsigned char> operand = elements(each.type, 2);
      std::vector<unsigned char> expected = before;
      EXPECT_MPI(MPI_Reduce_local(operand.data(), expected.data(), kCount, each.type, operation));
      const Array<unsigned char> far(operand);
      std::vector<unsigned char> old(before.size());
      std::vector<unsigned char> now(before.size());
      const auto got = [&](const void* from, void* result, MPI_Op what) {
        const int count = from == nullptr ? 0 : kCount;
        EXPECT_MPI(MPI_Get_accumulate(from, count, each.type, result, kCount, each.type, to, 0, kCount, each.type, what,
                                      window.win()));
      };
      EXPECT_MPI(MPI_Accumulate(before.data(), kCount, each.type, to, 0, kCount, each.type, MPI_REPLACE, window.win()));
      got(far.data(), old.data(), operation);
      got(nullptr, now.data(), MPI_NO_OP);
      EXPECT_MPI(MPI_Win_flush(to, window.win()));
      // The bytes behind them are padding.
      const std::size_t part = each.type == MPI_DOUBLE_INT    ? 12
                               : each.type == MPI_LONG_DOUBLE ? 10
                                                              : static_cast<std::size_t>(extent);
      for (std::size_t at = 0; at < bytes; at += static_cast<std::size_t>(extent)) {
        EXPECT_EQ(std::memcmp(&now[at], &expected[at], part), 0) << each.name << " " << at;
        EXPECT_EQ(std::memcmp(&old[at], &before[at], part), 0) << each.name << " " << at;
      }
      window.meet();
    }
  }
}

// Copied operands of this length go in several pieces.
TEST_F(WindowMemoryAtomic, Large) {
  constexpr int kCount = 200'000;
  const Bytes window(kCount * sizeof(double));
  std::vector<double> ones(kCount);
  std::iota(ones.begin(), ones.end(), 1.0);
  const Array<double> far(ones);
  std::vector<double> old(kCount);
  const Array<double> far_old(std::size_t{kCount});
  EXPECT_MPI(MPI_Accumulate(ones.data(), kCount, MPI_DOUBLE, 0, 0, kCount, MPI_DOUBLE, MPI_SUM, window.win()));
  EXPECT_MPI(MPI_Accumulate(far.data(), kCount, MPI_DOUBLE, 0, 0, kCount, MPI_DOUBLE, MPI_SUM, window.win()));
  EXPECT_MPI(MPI_Get_accumulate(far.data(), kCount, MPI_DOUBLE, old.data(), kCount, MPI_DOUBLE, 0, 0, kCount, MPI_DOUBLE,
                                MPI_SUM, window.win()));
  EXPECT_MPI(MPI_Get_accumulate(ones.data(), kCount, MPI_DOUBLE, far_old.data(), kCount, MPI_DOUBLE, 0, 0, kCount, MPI_DOUBLE,
                                MPI_SUM, window.win()));
  window.meet();
  const std::vector<double> last = far_old.get();
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_GE(old[i], 2 * ones[i]) << i;
    ASSERT_GE(last[i], old[i] + ones[i]) << i;
  }
  if (rank() == 0) {
    std::vector<double> expected = ones;
    for (double& each : expected) each *= 4 * size();
    const std::vector<double> now = window.as<double>(0, kCount);
    const auto wrong = std::mismatch(now.begin(), now.end(), expected.begin());
    EXPECT_EQ(wrong.first, now.end()) << "element " << wrong.first - now.begin() << " is " << *wrong.first << ", not "
                                      << *wrong.second;
  }
  window.meet();
}

}  // namespace
}  // namespace penstock::test
