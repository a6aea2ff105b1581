#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Datatypes : public Mpi {
 protected:
  // Sends `count` of `type` around the ring into the same type; bytes that the type excludes must not change.
  void exchange(MPI_Datatype send_type, int send_count, MPI_Datatype recv_type, int recv_count, std::size_t elements) {
    std::vector<int> values(elements);
    for (std::size_t i = 0; i < elements; ++i) values[i] = rank() * 100000 + static_cast<int>(i);
    out_ = values;
    const Array<int> out(values);
    Array<int> in(std::vector<int>(elements, -1));
    MPI_Status status;
    EXPECT_MPI(MPI_Sendrecv(out.data(), send_count, send_type, next(), 3, in.data(), recv_count, recv_type, previous(), 3,
                            MPI_COMM_WORLD, &status));
    in_ = in.get();
    MPI_Get_count(&status, recv_type, &count_);
    MPI_Get_elements(&status, recv_type, &elements_);
  }
  int sent(std::size_t i) const { return previous() * 100000 + static_cast<int>(i); }
  std::vector<int> out_, in_;
  int count_ = -1;
  int elements_ = -1;
};

TEST_F(Datatypes, PredefinedSizes) {
  const struct {
    MPI_Datatype type;
    int size;
    MPI_Aint extent;
  } rows[] = {{MPI_CHAR, 1, 1},         {MPI_INT, 4, 4},
              {MPI_DOUBLE, 8, 8},       {MPI_LONG_DOUBLE, 16, 16},
              {MPI_DOUBLE_INT, 12, 16}, {MPI_SHORT_INT, 6, 8},
              {MPI_2INT, 8, 8},         {MPI_C_DOUBLE_COMPLEX, 16, 16},
              {MPI_INTEGER, 4, 4},      {MPI_DOUBLE_PRECISION, 8, 8},
              {MPI_AINT, 8, 8},         {MPI_BYTE, 1, 1}};
  for (const auto& row : rows) {
    int size = 0;
    MPI_Aint lb = -1;
    MPI_Aint extent = 0;
    EXPECT_MPI(MPI_Type_size(row.type, &size));
    EXPECT_MPI(MPI_Type_get_extent(row.type, &lb, &extent));
    EXPECT_EQ(size, row.size);
    EXPECT_EQ(lb, 0);
    EXPECT_EQ(extent, row.extent);
  }
}

TEST_F(Datatypes, Contiguous) {
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_contiguous(5, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  exchange(type, 3, type, 4, 30);
  for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(in_[i], i < 15 ? sent(i) : -1);
  EXPECT_EQ(count_, 3);
  EXPECT_EQ(elements_, 15);
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_EQ(type, MPI_DATATYPE_NULL);
}

struct Mixed {
  char letter;
  double value;
  int number;
};

TEST_F(Datatypes, StructOfMixedTypes) {
  const int lengths[] = {1, 1, 1};
  const MPI_Aint places[] = {offsetof(Mixed, letter), offsetof(Mixed, value), offsetof(Mixed, number)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_struct(3, lengths, places, types, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  int size = 0;
  MPI_Aint lb = -1;
  MPI_Aint extent = 0;
  EXPECT_MPI(MPI_Type_size(type, &size));
  EXPECT_MPI(MPI_Type_get_extent(type, &lb, &extent));
  EXPECT_EQ(size, 13);
  EXPECT_EQ(lb, 0);
  EXPECT_EQ(extent, static_cast<MPI_Aint>(sizeof(Mixed)));
  std::vector<Mixed> out(4);
  for (int i = 0; i < 4; ++i) out[static_cast<std::size_t>(i)] = {static_cast<char>('a' + i), rank() + i / 8.0, -i};
  const Array<Mixed> sending(out);
  Array<Mixed> receiving(std::vector<Mixed>(4));
  MPI_Status status;
  EXPECT_MPI(
      MPI_Sendrecv(sending.data(), 4, type, next(), 5, receiving.data(), 4, type, previous(), 5, MPI_COMM_WORLD, &status));
  const std::vector<Mixed> in = receiving.get();
  for (int i = 0; i < 4; ++i) {
    const Mixed& row = in[static_cast<std::size_t>(i)];
    EXPECT_EQ(row.letter, 'a' + i);
    EXPECT_EQ(row.value, previous() + i / 8.0);
    EXPECT_EQ(row.number, -i);
  }
  int elements = 0;
  EXPECT_MPI(MPI_Get_elements(&status, type, &elements));
  EXPECT_EQ(elements, 12);
  // A structure and two of its three elements.
  EXPECT_MPI(MPI_Status_set_elements(&status, type, 5));
  EXPECT_MPI(MPI_Get_elements(&status, type, &elements));
  EXPECT_EQ(elements, 5);
  EXPECT_MPI(MPI_Get_count(&status, type, &size));
  EXPECT_EQ(size, MPI_UNDEFINED);
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(Datatypes, PairsAreTwoElements) {
  MPI_Status status{};
  int elements = 0;
  EXPECT_MPI(MPI_Status_set_elements(&status, MPI_DOUBLE_INT, 3));
  EXPECT_MPI(MPI_Get_elements(&status, MPI_DOUBLE_INT, &elements));
  EXPECT_EQ(elements, 3);
  EXPECT_MPI(MPI_Get_elements(&status, MPI_BYTE, &elements));
  EXPECT_EQ(elements, 20);
}

TEST_F(Datatypes, VectorColumns) {
  for (const int rows : {3, 50, 3000}) {
    MPI_Datatype column;
    EXPECT_MPI(MPI_Type_vector(rows, 2, 9, MPI_INT, &column));
    EXPECT_MPI(MPI_Type_commit(&column));
    const auto elements = static_cast<std::size_t>(rows) * 9;
    exchange(column, 1, column, 1, elements);
    for (std::size_t i = 0; i < elements; ++i) ASSERT_EQ(in_[i], i % 9 < 2 ? sent(i) : -1) << i;
    EXPECT_MPI(MPI_Type_free(&column));
  }
}

TEST_F(Datatypes, VectorToContiguousAndBack) {
  constexpr int kRows = 2000;
  MPI_Datatype column;
  EXPECT_MPI(MPI_Type_vector(kRows, 1, 4, MPI_INT, &column));
  EXPECT_MPI(MPI_Type_commit(&column));
  exchange(column, 1, MPI_INT, kRows, kRows * 4);
  for (std::size_t i = 0; i < kRows * 4; ++i) ASSERT_EQ(in_[i], i < kRows ? sent(i * 4) : -1);
  exchange(MPI_INT, kRows, column, 1, kRows * 4);
  for (std::size_t i = 0; i < kRows * 4; ++i) ASSERT_EQ(in_[i], i % 4 == 0 ? sent(i / 4) : -1);
  EXPECT_EQ(count_, 1);
  EXPECT_EQ(elements_, kRows);
  EXPECT_MPI(MPI_Type_free(&column));
}

TEST_F(Datatypes, HvectorOfVectors) {
  MPI_Datatype inner;
  MPI_Datatype outer;
  EXPECT_MPI(MPI_Type_vector(3, 1, 2, MPI_INT, &inner));
  EXPECT_MPI(MPI_Type_create_hvector(4, 1, 10 * sizeof(int), inner, &outer));
  EXPECT_MPI(MPI_Type_commit(&outer));
  EXPECT_MPI(MPI_Type_free(&inner));  // the outer type keeps what it needs
  exchange(outer, 1, outer, 1, 40);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(in_[i], i % 10 < 6 && i % 10 % 2 == 0 ? sent(i) : -1) << i;
  EXPECT_MPI(MPI_Type_free(&outer));
}

TEST_F(Datatypes, SubarrayInBothOrders) {
  const int sizes[3] = {5, 6, 7};
  const int subsizes[3] = {2, 3, 4};
  const int starts[3] = {1, 2, 3};
  for (const int order : {MPI_ORDER_C, MPI_ORDER_FORTRAN}) {
    MPI_Datatype type;
    EXPECT_MPI(MPI_Type_create_subarray(3, sizes, subsizes, starts, order, MPI_INT, &type));
    EXPECT_MPI(MPI_Type_commit(&type));
    int size = 0;
    MPI_Aint lb = -1;
    MPI_Aint extent = 0;
    EXPECT_MPI(MPI_Type_size(type, &size));
    EXPECT_MPI(MPI_Type_get_extent(type, &lb, &extent));
    EXPECT_EQ(size, 24 * 4);
    EXPECT_EQ(extent, 210 * 4);
    exchange(type, 2, type, 2, 420);
    for (std::size_t i = 0; i < 420; ++i) {
      const int at = static_cast<int>(i % 210);
      const int x = order == MPI_ORDER_C ? at / 42 : at % 5;
      const int y = order == MPI_ORDER_C ? at / 7 % 6 : at / 5 % 6;
      const int z = order == MPI_ORDER_C ? at % 7 : at / 30;
      const bool inside = x >= 1 && x < 3 && y >= 2 && y < 5 && z >= 3 && z < 7;
      ASSERT_EQ(in_[i], inside ? sent(i) : -1) << i << " order " << order;
    }
    EXPECT_MPI(MPI_Type_free(&type));
  }
}

// The block does not begin where the buffer does.
TEST_F(Datatypes, OneDisplacedBlock) {
  const int size = 20;
  const int subsize = 6;
  const int start = 7;
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_subarray(1, &size, &subsize, &start, MPI_ORDER_C, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  exchange(type, 1, type, 1, 20);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(in_[i], i >= 7 && i < 13 ? sent(i) : -1) << i;
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(Datatypes, DupIsCommittedAsItsOriginal) {
  MPI_Datatype type;
  MPI_Datatype copy;
  EXPECT_MPI(MPI_Type_vector(4, 1, 3, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  EXPECT_MPI(MPI_Type_dup(type, &copy));
  EXPECT_MPI(MPI_Type_free(&type));
  exchange(copy, 1, copy, 1, 12);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(in_[i], i % 3 == 0 ? sent(i) : -1);
  EXPECT_MPI(MPI_Type_free(&copy));
}

TEST_F(Datatypes, EmptyTypes) {
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_contiguous(0, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  exchange(type, 3, type, 3, 4);
  EXPECT_EQ(in_, std::vector<int>(4, -1));
  EXPECT_EQ(count_, 0);
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(Datatypes, PartOfAnElementIsUndefinedAsACount) {
  MPI_Datatype pair;
  EXPECT_MPI(MPI_Type_contiguous(2, MPI_INT, &pair));
  EXPECT_MPI(MPI_Type_commit(&pair));
  exchange(MPI_INT, 3, pair, 2, 4);
  EXPECT_EQ(count_, MPI_UNDEFINED);
  EXPECT_EQ(elements_, 3);
  EXPECT_MPI(MPI_Type_free(&pair));
}

// The gap inside the pair is not sent.
TEST_F(Datatypes, ShortInt) {
  struct Pair {
    short value;
    int index;
  };
  std::vector<Pair> values(500);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = {static_cast<short>(rank()), static_cast<int>(i)};
  const Array<Pair> out(values);
  const Array<Pair> in(500);
  MPI_Status status;
  EXPECT_MPI(MPI_Sendrecv(out.data(), 500, MPI_SHORT_INT, next(), 4, in.data(), 500, MPI_SHORT_INT, previous(), 4,
                          MPI_COMM_WORLD, &status));
  int count = 0;
  EXPECT_MPI(MPI_Get_count(&status, MPI_SHORT_INT, &count));
  EXPECT_EQ(count, 500);
  const auto got = in.get();
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].value, previous());
    ASSERT_EQ(got[i].index, static_cast<int>(i));
  }
}

// Blocks in any order, some of them neighbours, go into contiguous elements and back.
TEST_F(Datatypes, IndexedBlock) {
  const int displacements[4] = {6, 0, 2, 11};
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_indexed_block(4, 2, displacements, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  int bytes = 0;
  MPI_Aint lower_bound = -1;
  MPI_Aint extent = 0;
  EXPECT_MPI(MPI_Type_size(type, &bytes));
  EXPECT_MPI(MPI_Type_get_extent(type, &lower_bound, &extent));
  EXPECT_EQ(bytes, 32);
  EXPECT_EQ(lower_bound, 0);
  EXPECT_EQ(extent, 13 * 4);
  exchange(type, 1, MPI_INT, 8, 13);
  const std::vector<int> places = {6, 7, 0, 1, 2, 3, 11, 12};
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(in_[i], sent(static_cast<std::size_t>(places[i])));
  exchange(MPI_INT, 8, type, 1, 13);
  EXPECT_EQ(count_, 1);
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(in_[static_cast<std::size_t>(places[i])], sent(i));
  EXPECT_EQ(in_[4], -1);
  EXPECT_EQ(in_[10], -1);
  EXPECT_MPI(MPI_Type_free(&type));
  const int negative[2] = {-3, 1};
  EXPECT_MPI(MPI_Type_create_indexed_block(2, 1, negative, MPI_DOUBLE, &type));
  EXPECT_MPI(MPI_Type_get_extent(type, &lower_bound, &extent));
  EXPECT_EQ(lower_bound, -24);
  EXPECT_EQ(extent, 40);
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_MPI(MPI_Type_create_indexed_block(0, 3, nullptr, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_size(type, &bytes));
  EXPECT_EQ(bytes, 0);
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_CLASS(MPI_Type_create_indexed_block(2, 1, nullptr, MPI_INT, &type), MPI_ERR_ARG);
}

}  // namespace
}  // namespace penstock::test
