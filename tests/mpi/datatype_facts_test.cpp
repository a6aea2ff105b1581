// What datatypes say of themselves where that is not plain: bounds of overlaps and of steps back, numbers past an int, pairs
// without a name.
#include <cstring>
#include <limits>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

struct Extents {
  MPI_Count lower = -1, extent = -1, true_lower = -1, true_extent = -1;
  bool operator==(const Extents&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Extents& all) {
  return out << all.lower << ' ' << all.extent << ' ' << all.true_lower << ' ' << all.true_extent;
}

Extents extents_of(MPI_Datatype type) {
  Extents out;
  EXPECT_MPI(MPI_Type_get_extent_c(type, &out.lower, &out.extent));
  EXPECT_MPI(MPI_Type_get_true_extent_c(type, &out.true_lower, &out.true_extent));
  MPI_Aint lower = 0, extent = 0;
  EXPECT_MPI(MPI_Type_get_true_extent(type, &lower, &extent));
  EXPECT_EQ(lower, out.true_lower);
  EXPECT_EQ(extent, out.true_extent);
  EXPECT_MPI(MPI_Type_get_true_extent_x(type, &out.true_lower, &out.true_extent));
  EXPECT_EQ(extent, out.true_extent);
  return out;
}

class TypeFacts : public Mpi {};

TEST_F(TypeFacts, BoundsOfStepsBackAndOverlaps) {
  MPI_Datatype back, over, twice, gap, nested;
  EXPECT_MPI(MPI_Type_vector(3, 2, -4, MPI_INT, &back));
  EXPECT_EQ(extents_of(back), (Extents{-32, 40, -32, 40}));
  EXPECT_MPI(MPI_Type_create_hvector(3, 4, 4, MPI_INT, &over));  // each block shares three numbers with the next one
  EXPECT_EQ(extents_of(over), (Extents{0, 24, 0, 24}));
  int size = 0;
  EXPECT_MPI(MPI_Type_size(over, &size));
  EXPECT_EQ(size, 48) << "bytes named twice are two";
  const int lengths[] = {1, 1};
  const MPI_Aint same[] = {8, 8};
  EXPECT_MPI(MPI_Type_create_hindexed(2, lengths, same, MPI_DOUBLE, &twice));
  EXPECT_EQ(extents_of(twice), (Extents{8, 8, 8, 8}));
  EXPECT_MPI(MPI_Type_create_resized(back, 100, -8, &gap));
  EXPECT_EQ(extents_of(gap), (Extents{100, -8, -32, 40}));
  EXPECT_MPI(MPI_Type_contiguous(3, gap, &nested));  // elements go down by 8 bytes each
  EXPECT_EQ(extents_of(nested), (Extents{84, 8, -48, 56}));
  for (MPI_Datatype* type : {&back, &over, &twice, &gap, &nested}) EXPECT_MPI(MPI_Type_free(type));
}

TEST_F(TypeFacts, EmptyBlocksHaveNoBounds) {
  const int lengths[] = {0, 2, 0};
  const MPI_Aint places[] = {-1000, 16, 1000};
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_hindexed(3, lengths, places, MPI_INT, &type));
  EXPECT_EQ(extents_of(type), (Extents{16, 8, 16, 8}));
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(TypeFacts, CountsPastAnIntAreUndefinedInTheSmallForm) {
  const MPI_Count many = (MPI_Count{1} << 31) + 5;
  MPI_Status status{};
  int small = 0;
  MPI_Count large = 0;
  EXPECT_MPI(MPI_Status_set_elements_c(&status, MPI_SHORT, many));
  EXPECT_MPI(MPI_Get_count(&status, MPI_SHORT, &small));
  EXPECT_EQ(small, MPI_UNDEFINED);
  EXPECT_MPI(MPI_Get_elements(&status, MPI_SHORT, &small));
  EXPECT_EQ(small, MPI_UNDEFINED);
  EXPECT_MPI(MPI_Get_count_c(&status, MPI_SHORT, &large));
  EXPECT_EQ(large, many);
  EXPECT_MPI(MPI_Get_elements_c(&status, MPI_SHORT, &large));
  EXPECT_EQ(large, many);
  EXPECT_MPI(MPI_Get_elements_x(&status, MPI_SHORT, &large));
  EXPECT_EQ(large, many);
  EXPECT_MPI(MPI_Get_count(&status, MPI_DOUBLE, &small));
  EXPECT_EQ(small, MPI_UNDEFINED) << "two bytes too many for whole ones";
  EXPECT_MPI(MPI_Get_elements_c(&status, MPI_DOUBLE, &large));
  EXPECT_EQ(large, MPI_UNDEFINED);
}

TEST_F(TypeFacts, ArgumentsPast31BitsComeBack) {
  const MPI_Count whole[] = {MPI_Count{3} << 31, 4}, part[] = {MPI_Count{1} << 32, 2}, start[] = {MPI_Count{1} << 31, 1};
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_subarray_c(2, whole, part, start, MPI_ORDER_C, MPI_BYTE, &type));
  MPI_Count integers = 0, addresses = 0, counts = 0, types = 0, size = 0;
  int combiner = 0;
  EXPECT_MPI(MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner));
  EXPECT_EQ(counts, 6);
  std::vector<int> numbers(static_cast<std::size_t>(integers));
  std::vector<MPI_Count> large(static_cast<std::size_t>(counts));
  std::vector<MPI_Datatype> bases(static_cast<std::size_t>(types));
  EXPECT_MPI(
      MPI_Type_get_contents_c(type, integers, addresses, counts, types, numbers.data(), nullptr, large.data(), bases.data()));
  EXPECT_EQ(large, (std::vector<MPI_Count>{whole[0], whole[1], part[0], part[1], start[0], start[1]}));
  EXPECT_CLASS(MPI_Type_get_contents(type, 9, 9, 9, numbers.data(), nullptr, bases.data()), MPI_ERR_TYPE);
  EXPECT_MPI(MPI_Type_size_c(type, &size));
  EXPECT_EQ(size, part[0] * part[1]);
  EXPECT_EQ(extents_of(type), (Extents{0, whole[0] * 4, start[0] * 4 + 1, (part[0] - 1) * 4 + 2}));
  EXPECT_MPI(MPI_Type_free(&type));
}

MPI_Datatype pair_of(MPI_Datatype value, MPI_Datatype index) {
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_get_value_index(value, index, &pair));
  return pair;
}

TEST_F(TypeFacts, PairsWithoutAName) {
  MPI_Datatype pair = pair_of(MPI_DOUBLE, MPI_INT64_T);
  ASSERT_NE(pair, MPI_DATATYPE_NULL);
  EXPECT_EQ(pair_of(MPI_DOUBLE, MPI_INT64_T), pair) << "asked again";
  EXPECT_NE(pair_of(MPI_DOUBLE, MPI_UINT64_T), pair);
  EXPECT_EQ(extents_of(pair), (Extents{0, 16, 0, 16}));
  EXPECT_EQ(extents_of(pair_of(MPI_INT8_T, MPI_SHORT)), (Extents{0, 4, 0, 4}));
  EXPECT_EQ(extents_of(pair_of(MPI_LONG_DOUBLE, MPI_UNSIGNED_CHAR)), (Extents{0, 32, 0, 17}));
  int integers = -1, addresses = -1, types = -1, combiner = -1;
  EXPECT_MPI(MPI_Type_get_envelope(pair, &integers, &addresses, &types, &combiner));
  EXPECT_EQ(combiner, MPI_COMBINER_VALUE_INDEX);
  EXPECT_EQ(integers + addresses, 0);
  ASSERT_EQ(types, 2);
  MPI_Datatype parts[2];
  EXPECT_MPI(MPI_Type_get_contents(pair, 0, 0, 2, nullptr, nullptr, parts));
  EXPECT_EQ(parts[0], MPI_DOUBLE);
  EXPECT_EQ(parts[1], MPI_INT64_T);
  MPI_Datatype kept = pair;
  EXPECT_CLASS(MPI_Type_free(&kept), MPI_ERR_TYPE);
  for (MPI_Datatype index : {MPI_FLOAT, MPI_CHAR, MPI_C_BOOL, MPI_BYTE, MPI_DOUBLE_INT}) {
    EXPECT_EQ(pair_of(MPI_DOUBLE, index), MPI_DATATYPE_NULL);
  }
  for (MPI_Datatype value : {MPI_C_DOUBLE_COMPLEX, MPI_CHAR, MPI_BYTE, MPI_2INT}) {
    EXPECT_EQ(pair_of(value, MPI_INT64_T), MPI_DATATYPE_NULL);
  }
  EXPECT_CLASS(MPI_Type_get_value_index(MPI_DATATYPE_NULL, MPI_INT, &kept), MPI_ERR_TYPE);
}

// Ranks count down from the highest value, two ranks at a time sharing one: the place is that of the lower rank.
template <typename Value, typename Index>
void check_located(MPI_Datatype value, MPI_Datatype index) {
  struct Pair {
    Value value;
    Index index;
  };
  const MPI_Datatype type = pair_of(value, index);
  ASSERT_NE(type, MPI_DATATYPE_NULL);
  std::vector<Pair> mine(3);
  std::memset(static_cast<void*>(mine.data()), 0, mine.size() * sizeof(Pair));
  for (std::size_t i = 0; i < mine.size(); ++i) {
    mine[i].value = static_cast<Value>(100 - rank() / 2 + static_cast<int>(i));
    mine[i].index = static_cast<Index>(rank());
  }
  const Array<Pair> in(mine);
  const int last = size() - 1;
  for (const bool least : {true, false}) {
    const Array<Pair> out(mine);
    EXPECT_MPI(MPI_Allreduce(in.data(), out.data(), 3, type, least ? MPI_MINLOC : MPI_MAXLOC, MPI_COMM_WORLD));
    const std::vector<Pair> got = out.get();
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i].value, static_cast<Value>(100 - (least ? last / 2 : 0) + static_cast<int>(i)));
      EXPECT_EQ(got[i].index, static_cast<Index>(least ? last / 2 * 2 : 0));
    }
  }
}

TEST_F(TypeFacts, PairsWithoutANameAreLocated) {
  check_located<double, std::int64_t>(MPI_DOUBLE, MPI_INT64_T);
  check_located<float, std::uint8_t>(MPI_FLOAT, MPI_UINT8_T);
  check_located<std::uint8_t, short>(MPI_UINT8_T, MPI_SHORT);
  check_located<std::uint64_t, int>(MPI_UINT64_T, MPI_INT);
  check_located<long double, unsigned long>(MPI_LONG_DOUBLE, MPI_UNSIGNED_LONG);
  check_located<std::int32_t, long long>(MPI_INTEGER4, MPI_LONG_LONG);
  const MPI_Datatype pair = pair_of(MPI_DOUBLE, MPI_INT64_T);
  std::int64_t in[2] = {}, out[2] = {};
  EXPECT_CLASS(MPI_Allreduce(in, out, 1, pair, MPI_SUM, MPI_COMM_SELF), MPI_ERR_OP);
}

// They travel without their gaps, and count as two elements.
TEST_F(TypeFacts, PairsWithoutANameAreSent) {
  struct Pair {
    long double value;
    std::uint8_t index;
  };
  const MPI_Datatype type = pair_of(MPI_LONG_DOUBLE, MPI_UINT8_T);
  std::vector<Pair> values(300);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = {static_cast<long double>(i) / 3 + rank(), static_cast<std::uint8_t>(i)};
  }
  const Array<Pair> out(values);
  const Array<Pair> in(std::vector<Pair>(300));
  MPI_Status status;
  EXPECT_MPI(MPI_Sendrecv(out.data(), 300, type, next(), 4, in.data(), 300, type, previous(), 4, MPI_COMM_WORLD, &status));
  int count = 0;
  EXPECT_MPI(MPI_Get_elements(&status, type, &count));
  EXPECT_EQ(count, 600);
  EXPECT_MPI(MPI_Get_count(&status, MPI_BYTE, &count));
  EXPECT_EQ(count, 300 * 17);
  const std::vector<Pair> got = in.get();
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].value, static_cast<long double>(i) / 3 + previous());
    ASSERT_EQ(got[i].index, static_cast<std::uint8_t>(i));
  }
}

}  // namespace
}  // namespace penstock::test
