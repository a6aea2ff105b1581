// Datatypes whose properties are not obvious: bounds of overlaps and of negative strides, numbers beyond an int, pairs.
#include <vector>

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

// A pair type has a predefined name or does not exist.
TEST_F(TypeFacts, PairsAreThoseWithAName) {
  const struct {
    MPI_Datatype value, index, pair;
  } rows[] = {{MPI_FLOAT, MPI_INT, MPI_FLOAT_INT},
              {MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
              {MPI_INT, MPI_INT, MPI_2INT},
              {MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_2DOUBLE_PRECISION},
              {MPI_FLOAT, MPI_FLOAT, MPI_DATATYPE_NULL},
              {MPI_DOUBLE, MPI_INT64_T, MPI_DATATYPE_NULL},
              {MPI_C_BOOL, MPI_INT, MPI_DATATYPE_NULL}};
  for (const auto& row : rows) {
    MPI_Datatype pair = MPI_BYTE;
    EXPECT_MPI(MPI_Type_get_value_index(row.value, row.index, &pair));
    EXPECT_EQ(pair, row.pair);
  }
  MPI_Datatype pair = MPI_BYTE;
  EXPECT_CLASS(MPI_Type_get_value_index(MPI_DATATYPE_NULL, MPI_INT, &pair), MPI_ERR_TYPE);
  EXPECT_CLASS(MPI_Type_get_value_index(MPI_INT, MPI_DATATYPE_NULL, &pair), MPI_ERR_TYPE);
}

}  // namespace
}  // namespace penstock::test
