// Constructors of datatypes, what they say of themselves, and predefined types without a name.
#include <algorithm>
#include <numeric>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

struct Facts {
  MPI_Count size = -1, lower = -1, extent = -1, true_lower = -1, true_extent = -1;
  bool operator==(const Facts&) const = default;
};

Facts facts_of(MPI_Datatype type) {
  Facts out;
  EXPECT_MPI(MPI_Type_size_c(type, &out.size));
  EXPECT_MPI(MPI_Type_get_extent_c(type, &out.lower, &out.extent));
  EXPECT_MPI(MPI_Type_get_true_extent_c(type, &out.true_lower, &out.true_extent));
  return out;
}

std::ostream& operator<<(std::ostream& out, const Facts& facts) {
  return out << "size " << facts.size << " lower " << facts.lower << " extent " << facts.extent << " true lower "
             << facts.true_lower << " true extent " << facts.true_extent;
}

struct Contents {
  int combiner = -1;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Count> counts;
  std::vector<MPI_Datatype> types;
};

Contents contents_of(MPI_Datatype type) {
  MPI_Count integers = -1, addresses = -1, counts = -1, types = -1;
  Contents out;
  EXPECT_MPI(MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &out.combiner));
  out.integers.resize(static_cast<std::size_t>(integers));
  out.addresses.resize(static_cast<std::size_t>(addresses));
  out.counts.resize(static_cast<std::size_t>(counts));
  out.types.resize(static_cast<std::size_t>(types));
  EXPECT_MPI(MPI_Type_get_contents_c(type, integers, addresses, counts, types, out.integers.data(), out.addresses.data(),
                                     out.counts.data(), out.types.data()));
  return out;
}

class MakeTypes : public Mpi {
 protected:
  // Returns which of `memory` integers the type selects, in packed order, as MPI_Pack sees it.
  static std::vector<int> picked(MPI_Datatype type, std::size_t memory) {
    std::vector<int> all(memory);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_MPI(MPI_Type_commit(&type));
    int bytes = 0;
    EXPECT_MPI(MPI_Pack_size(1, type, MPI_COMM_SELF, &bytes));
    std::vector<int> out(static_cast<std::size_t>(bytes) / sizeof(int), -1);
    int position = 0;
    EXPECT_MPI(MPI_Pack(all.data(), 1, type, out.data(), bytes, &position, MPI_COMM_SELF));
    EXPECT_EQ(position, bytes);
    return out;
  }
};

TEST_F(MakeTypes, Indexed) {
  const int lengths[] = {2, 0, 3, 1};
  const int places[] = {5, 100, 0, 7};
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_indexed(4, lengths, places, MPI_INT, &type));
  EXPECT_EQ(facts_of(type), (Facts{24, 0, 32, 0, 32}));
  EXPECT_EQ(picked(type, 8), (std::vector<int>{5, 6, 0, 1, 2, 7}));
  const Contents made = contents_of(type);
  EXPECT_EQ(made.combiner, MPI_COMBINER_INDEXED);
  EXPECT_EQ(made.integers, (std::vector<int>{4, 2, 0, 3, 1, 5, 100, 0, 7}));
  EXPECT_EQ(made.types, std::vector<MPI_Datatype>{MPI_INT});
  EXPECT_MPI(MPI_Type_free(&type));
  const int negative[] = {1, -1};
  EXPECT_CLASS(MPI_Type_indexed(2, negative, places, MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Type_indexed(-1, lengths, places, MPI_INT, &type), MPI_ERR_COUNT);
  EXPECT_CLASS(MPI_Type_indexed(1, nullptr, places, MPI_INT, &type), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Type_indexed(1, lengths, places, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
}

TEST_F(MakeTypes, HindexedInBothForms) {
  const int lengths[] = {1, 2};
  const MPI_Aint places[] = {-8, 8};
  const MPI_Count large_lengths[] = {1, 2};
  const MPI_Count large_places[] = {-8, 8};
  MPI_Datatype small, large;
  EXPECT_MPI(MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &small));
  EXPECT_MPI(MPI_Type_create_hindexed_c(2, large_lengths, large_places, MPI_INT, &large));
  EXPECT_EQ(facts_of(small), (Facts{12, -8, 24, -8, 24}));
  EXPECT_EQ(facts_of(large), facts_of(small));
  EXPECT_EQ(contents_of(small).integers, (std::vector<int>{2, 1, 2}));
  EXPECT_EQ(contents_of(small).addresses, (std::vector<MPI_Aint>{-8, 8}));
  EXPECT_EQ(contents_of(large).integers, std::vector<int>{});
  EXPECT_EQ(contents_of(large).counts, (std::vector<MPI_Count>{2, 1, 2, -8, 8}));
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  EXPECT_MPI(MPI_Type_get_envelope(small, &integers, &addresses, &types, &combiner));
  EXPECT_EQ(addresses, 2);
  EXPECT_CLASS(MPI_Type_get_envelope(large, &integers, &addresses, &types, &combiner), MPI_ERR_TYPE);
  EXPECT_MPI(MPI_Type_free(&small));
  EXPECT_MPI(MPI_Type_free(&large));
}

TEST_F(MakeTypes, HindexedBlock) {
  const MPI_Aint places[] = {24, 0, 16};
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_hindexed_block(3, 1, places, MPI_INT, &type));
  EXPECT_EQ(picked(type, 8), (std::vector<int>{6, 0, 4}));
  EXPECT_EQ(contents_of(type).integers, (std::vector<int>{3, 1}));
  EXPECT_EQ(contents_of(type).addresses, (std::vector<MPI_Aint>{24, 0, 16}));
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(MakeTypes, Resized) {
  MPI_Datatype type, three, dup;
  EXPECT_MPI(MPI_Type_create_resized(MPI_INT, -4, 12, &type));
  EXPECT_EQ(facts_of(type), (Facts{4, -4, 12, 0, 4}));
  EXPECT_MPI(MPI_Type_contiguous(3, type, &three));
  EXPECT_EQ(facts_of(three), (Facts{12, -4, 36, 0, 28}));
  EXPECT_EQ(picked(three, 7), (std::vector<int>{0, 3, 6}));
  EXPECT_MPI(MPI_Type_dup(three, &dup));
  EXPECT_EQ(facts_of(dup), facts_of(three));
  EXPECT_EQ(contents_of(type).addresses, (std::vector<MPI_Aint>{-4, 12}));
  for (MPI_Datatype* each : {&type, &three, &dup}) EXPECT_MPI(MPI_Type_free(each));
  EXPECT_CLASS(MPI_Type_create_resized(MPI_INT, INT64_MAX, 1, &type), MPI_ERR_ARG);
}

TEST_F(MakeTypes, MoreThan32Bits) {
  const MPI_Count many = MPI_Count{5} << 31;
  const MPI_Count stride = MPI_Count{1} << 29;
  MPI_Datatype type, column;
  EXPECT_MPI(MPI_Type_contiguous_c(many, MPI_BYTE, &type));
  EXPECT_EQ(facts_of(type), (Facts{many, 0, many, 0, many}));
  EXPECT_EQ(contents_of(type).counts, std::vector<MPI_Count>{many});
  int size = 0;
  EXPECT_MPI(MPI_Type_size(type, &size));
  EXPECT_EQ(size, MPI_UNDEFINED);
  EXPECT_MPI(MPI_Pack_size(1, type, MPI_COMM_SELF, &size));
  EXPECT_EQ(size, MPI_UNDEFINED);
  EXPECT_MPI(MPI_Type_vector_c(many, 1, stride, MPI_BYTE, &column));
  EXPECT_EQ(facts_of(column).size, many);
  EXPECT_EQ(facts_of(column).extent, (many - 1) * stride + 1);
  MPI_Status status{};
  MPI_Count count = 0;
  EXPECT_MPI(MPI_Status_set_elements_c(&status, type, many * 3));
  EXPECT_MPI(MPI_Get_count_c(&status, type, &count));
  EXPECT_EQ(count, 3);
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_MPI(MPI_Type_free(&column));
  EXPECT_CLASS(MPI_Type_vector_c(many, 1, many, MPI_DOUBLE, &type), MPI_ERR_ARG);
}

// Returns the part of one dimension that a rank of a grid holds, as the standard defines it.
std::vector<int> held(int whole, int kind, int argument, int processes, int place) {
  int block = whole;
  if (kind == MPI_DISTRIBUTE_BLOCK)
    block = argument == MPI_DISTRIBUTE_DFLT_DARG ? (whole + processes - 1) / processes : argument;
  if (kind == MPI_DISTRIBUTE_CYCLIC) block = argument == MPI_DISTRIBUTE_DFLT_DARG ? 1 : argument;
  std::vector<int> out;
  for (int i = 0; i < whole; ++i) {
    if (i / block % processes == place) out.push_back(i);
  }
  return out;
}

TEST_F(MakeTypes, DarrayIsWhatEachRankHolds) {
  const int kinds[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
  const int sizes[2] = {7, 10};
  for (const int order : {MPI_ORDER_C, MPI_ORDER_FORTRAN}) {
    for (int combination = 0; combination < 36; ++combination) {
      const int distribution[2] = {kinds[combination % 3], kinds[combination / 3 % 3]};
      const int given = combination / 9;
      int grid[2], arguments[2];
      for (int d = 0; d < 2; ++d) {
        grid[d] = distribution[d] == MPI_DISTRIBUTE_NONE ? 1 : d == 0 ? 3 : 2;
        const int argument = distribution[d] == MPI_DISTRIBUTE_BLOCK ? 6 - d : 2 + d;
        arguments[d] = (given >> d) % 2 == 0 ? MPI_DISTRIBUTE_DFLT_DARG : argument;
      }
      for (int process = 0; process < grid[0] * grid[1]; ++process) {
        MPI_Datatype type;
        EXPECT_MPI(
            MPI_Type_create_darray(grid[0] * grid[1], process, 2, sizes, distribution, arguments, grid, order, MPI_INT, &type));
        const auto slow = held(sizes[0], distribution[0], arguments[0], grid[0], process / grid[1]);
        const auto fast = held(sizes[1], distribution[1], arguments[1], grid[1], process % grid[1]);
        std::vector<int> expected;
        if (order == MPI_ORDER_C) {
          for (const int i : slow) {
            for (const int j : fast) expected.push_back(i * sizes[1] + j);
          }
        } else {
          for (const int j : fast) {
            for (const int i : slow) expected.push_back(j * sizes[0] + i);
          }
        }
        ASSERT_EQ(picked(type, 70), expected) << "order " << order << " combination " << combination << " process " << process;
        ASSERT_EQ(facts_of(type).extent, 280);
        EXPECT_MPI(MPI_Type_free(&type));
      }
    }
  }
}

TEST_F(MakeTypes, DarrayRefusesWhatIsNone) {
  const int size = 8, kind = MPI_DISTRIBUTE_BLOCK, none = MPI_DISTRIBUTE_NONE, dflt = MPI_DISTRIBUTE_DFLT_DARG, two = 2,
            one = 1;
  MPI_Datatype type;
  const auto make = [&](int processes, int rank, const int* distribution, const int* argument, const int* grid, int order) {
    return MPI_Type_create_darray(processes, rank, 1, &size, distribution, argument, grid, order, MPI_INT, &type);
  };
  EXPECT_CLASS(make(2, 2, &kind, &dflt, &two, MPI_ORDER_C), MPI_ERR_ARG);
  EXPECT_CLASS(make(4, 0, &kind, &dflt, &two, MPI_ORDER_C), MPI_ERR_ARG);
  EXPECT_CLASS(make(2, 0, &none, &dflt, &two, MPI_ORDER_C), MPI_ERR_ARG);
  EXPECT_CLASS(make(2, 0, &kind, &one, &two, MPI_ORDER_C), MPI_ERR_ARG);
  EXPECT_CLASS(make(2, 0, &two, &dflt, &two, MPI_ORDER_C), MPI_ERR_ARG);
  EXPECT_CLASS(make(2, 0, &kind, &dflt, &two, 7), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Type_create_darray(1, 0, 0, &size, &kind, &dflt, &one, MPI_ORDER_C, MPI_INT, &type), MPI_ERR_ARG);
}

TEST_F(MakeTypes, ContentsOfSubarrayAndDarrayInTheLargeForm) {
  const MPI_Count sizes[] = {6, 7}, subsizes[] = {2, 3}, starts[] = {1, 2};
  const int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC}, arguments[] = {3, 2}, grid[] = {2, 2};
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_subarray_c(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type));
  EXPECT_EQ(contents_of(type).integers, (std::vector<int>{2, MPI_ORDER_C}));
  EXPECT_EQ(contents_of(type).counts, (std::vector<MPI_Count>{6, 7, 2, 3, 1, 2}));
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_MPI(MPI_Type_create_darray_c(4, 1, 2, sizes, kinds, arguments, grid, MPI_ORDER_FORTRAN, MPI_INT, &type));
  EXPECT_EQ(contents_of(type).integers,
            (std::vector<int>{4, 1, 2, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, 3, 2, 2, 2, MPI_ORDER_FORTRAN}));
  EXPECT_EQ(contents_of(type).counts, (std::vector<MPI_Count>{6, 7}));
  EXPECT_MPI(MPI_Type_free(&type));
}

// The types that MPI_Type_get_contents returns belong to the application, which frees them.
TEST_F(MakeTypes, ContentsHandOutNewTypes) {
  const int lengths[] = {1, 2};
  const MPI_Aint places[] = {0, 16};
  MPI_Datatype pair, outer;
  EXPECT_MPI(MPI_Type_contiguous(2, MPI_INT, &pair));
  const MPI_Datatype types[] = {MPI_DOUBLE, pair};
  EXPECT_MPI(MPI_Type_create_struct(2, lengths, places, types, &outer));
  EXPECT_MPI(MPI_Type_free(&pair));
  const Contents made = contents_of(outer);
  ASSERT_EQ(made.types.size(), 2U);
  EXPECT_EQ(made.types[0], MPI_DOUBLE);
  MPI_Datatype handed = made.types[1];
  EXPECT_EQ(contents_of(handed).combiner, MPI_COMBINER_CONTIGUOUS);
  EXPECT_EQ(facts_of(handed).size, 8);
  EXPECT_MPI(MPI_Type_free(&handed));
  int integers[4];
  MPI_Aint addresses[2];
  MPI_Datatype few[1];
  EXPECT_CLASS(MPI_Type_get_contents(outer, 3, 2, 1, integers, addresses, few), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Type_get_contents(MPI_INT, 3, 2, 1, integers, addresses, few), MPI_ERR_TYPE);
  EXPECT_MPI(MPI_Type_free(&outer));
}

TEST_F(MakeTypes, StructOfNothingIsFreed) {
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_struct(0, nullptr, nullptr, nullptr, &type));
  EXPECT_EQ(facts_of(type), (Facts{0, 0, 0, 0, 0}));
  EXPECT_EQ(contents_of(type).integers, std::vector<int>{0});
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(MakeTypes, FortranKinds) {
  MPI_Datatype one, same, other;
  EXPECT_MPI(MPI_Type_create_f90_real(6, 30, &one));
  EXPECT_MPI(MPI_Type_create_f90_real(6, 30, &same));
  EXPECT_MPI(MPI_Type_create_f90_real(7, MPI_UNDEFINED, &other));
  EXPECT_EQ(one, same);
  EXPECT_NE(one, other);
  EXPECT_EQ(facts_of(one).size, 4);
  EXPECT_EQ(facts_of(other).size, 8);
  EXPECT_EQ(contents_of(one).combiner, MPI_COMBINER_F90_REAL);
  EXPECT_EQ(contents_of(one).integers, (std::vector<int>{6, 30}));
  EXPECT_CLASS(MPI_Type_free(&one), MPI_ERR_TYPE);
  EXPECT_MPI(MPI_Type_create_f90_complex(33, MPI_UNDEFINED, &other));
  EXPECT_EQ(facts_of(other).size, 32);
  EXPECT_MPI(MPI_Type_create_f90_integer(9, &other));
  EXPECT_EQ(facts_of(other).size, 4);
  const float mine = 1.5F;
  float sum = 0;
  EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, one, MPI_SUM, MPI_COMM_WORLD));
  EXPECT_EQ(sum, 1.5F * static_cast<float>(size()));
  EXPECT_CLASS(MPI_Type_create_f90_real(40, 10, &one), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Type_create_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &one), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Type_create_f90_integer(39, &one), MPI_ERR_ARG);
}

TEST_F(MakeTypes, FoundBySizeOrByPair) {
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type));
  EXPECT_EQ(type, MPI_REAL8);
  EXPECT_MPI(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 2, &type));
  EXPECT_EQ(type, MPI_INTEGER2);
  EXPECT_CLASS(MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 5, &type), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Type_match_size(7, 4, &type), MPI_ERR_ARG);
  EXPECT_MPI(MPI_Type_get_value_index(MPI_SHORT, MPI_INT, &type));
  EXPECT_EQ(type, MPI_SHORT_INT);
  EXPECT_MPI(MPI_Type_get_value_index(MPI_INT, MPI_FLOAT, &type));
  EXPECT_EQ(type, MPI_DATATYPE_NULL);
}

TEST_F(MakeTypes, AGridIsEven) {
  const struct {
    int nodes;
    std::vector<int> given, expected;
  } rows[] = {{6, {0, 0}, {3, 2}},          {7, {0, 0}, {7, 1}},       {24, {0, 0, 0}, {4, 3, 2}}, {27, {0, 0, 0}, {3, 3, 3}},
              {6, {0, 3, 0}, {2, 3, 1}},    {1, {0, 0, 0}, {1, 1, 1}}, {4, {2, 2}, {2, 2}},        {36, {0, 0}, {6, 6}},
              {720720, {0, 0}, {858, 840}}, {64, {0, 0, 0}, {4, 4, 4}}};
  for (const auto& row : rows) {
    std::vector<int> dims = row.given;
    EXPECT_MPI(MPI_Dims_create(row.nodes, static_cast<int>(dims.size()), dims.data()));
    EXPECT_EQ(dims, row.expected) << row.nodes;
  }
  int dims[] = {4, 0};
  EXPECT_CLASS(MPI_Dims_create(6, 2, dims), MPI_ERR_DIMS);
  int full[] = {2, 2};
  EXPECT_CLASS(MPI_Dims_create(6, 2, full), MPI_ERR_DIMS);
}

}  // namespace
}  // namespace penstock::test
