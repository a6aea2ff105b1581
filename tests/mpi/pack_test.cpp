#include <cstring>
#include <limits>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Packing : public Mpi {
 protected:
  static std::vector<std::uint8_t> external(const void* from, int count, MPI_Datatype type) {
    MPI_Aint bytes = 0;
    EXPECT_MPI(MPI_Pack_external_size("external32", count, type, &bytes));
    std::vector<std::uint8_t> out(static_cast<std::size_t>(bytes));
    MPI_Aint position = 0;
    EXPECT_MPI(MPI_Pack_external("external32", from, count, type, out.data(), bytes, &position));
    EXPECT_EQ(position, bytes);
    return out;
  }
};

// Several items are packed one after the other, in memory of any kind.
TEST_F(Packing, ThereAndBack) {
  std::vector<int> numbers(60);
  for (int i = 0; i < 60; ++i) numbers[static_cast<std::size_t>(i)] = i * 3 + rank();
  MPI_Datatype column;
  EXPECT_MPI(MPI_Type_vector(10, 2, 6, MPI_INT, &column));
  EXPECT_MPI(MPI_Type_commit(&column));
  const Array<int> from(numbers);
  const Array<double> scale(std::vector<double>{0.5});
  const Array<std::uint8_t> string(std::vector<std::uint8_t>(100, 0xee));
  int position = 3;
  EXPECT_MPI(MPI_Pack(from.data(), 1, column, string.data(), 100, &position, MPI_COMM_WORLD));
  EXPECT_EQ(position, 83);
  EXPECT_MPI(MPI_Pack(scale.data(), 1, MPI_DOUBLE, string.data(), 100, &position, MPI_COMM_WORLD));
  EXPECT_EQ(position, 91);
  EXPECT_EQ(string.get()[2], 0xee);
  EXPECT_EQ(string.get()[91], 0xee);
  const Array<int> to(std::vector<int>(60, -1));
  const Array<double> scaled(std::vector<double>{0});
  position = 3;
  EXPECT_MPI(MPI_Unpack(string.data(), 100, &position, to.data(), 1, column, MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Unpack(string.data(), 100, &position, scaled.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD));
  EXPECT_EQ(position, 91);
  EXPECT_EQ(scaled.get()[0], 0.5);
  const std::vector<int> got = to.get();
  for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(got[i], i % 6 < 2 && i < 56 ? numbers[i] : -1) << i;
  EXPECT_MPI(MPI_Type_free(&column));
}

TEST_F(Packing, PackedAndTypedMessagesMatch) {
  const std::vector<int> numbers = {1, 2, 3, rank()};
  std::uint8_t string[64];
  int position = 0;
  EXPECT_MPI(MPI_Pack(numbers.data(), 4, MPI_INT, string, sizeof string, &position, MPI_COMM_WORLD));
  std::vector<int> got(4);
  EXPECT_MPI(MPI_Sendrecv(string, position, MPI_PACKED, next(), 1, got.data(), 4, MPI_INT, previous(), 1, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE));
  EXPECT_EQ(got, (std::vector<int>{1, 2, 3, previous()}));
}

TEST_F(Packing, TooShortOrOutside) {
  const int numbers[4] = {};
  std::uint8_t string[10];
  int position = 0;
  EXPECT_CLASS(MPI_Pack(numbers, 4, MPI_INT, string, 10, &position, MPI_COMM_WORLD), MPI_ERR_TRUNCATE);
  EXPECT_EQ(position, 0);
  position = 11;
  EXPECT_CLASS(MPI_Pack(numbers, 1, MPI_INT, string, 10, &position, MPI_COMM_WORLD), MPI_ERR_ARG);
  position = 7;
  int out = 0;
  EXPECT_CLASS(MPI_Unpack(string, 10, &position, &out, 1, MPI_INT, MPI_COMM_WORLD), MPI_ERR_TRUNCATE);
  EXPECT_CLASS(MPI_Unpack(string, 10, &position, &out, -1, MPI_INT, MPI_COMM_WORLD), MPI_ERR_COUNT);
  EXPECT_CLASS(MPI_Pack(numbers, 1, MPI_INT, string, 10, nullptr, MPI_COMM_WORLD), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Pack(numbers, 1, MPI_INT, string, 10, &position, MPI_COMM_NULL), MPI_ERR_COMM);
  MPI_Aint place = 0;
  EXPECT_CLASS(MPI_Pack_external("native", numbers, 1, MPI_INT, string, 10, &place), MPI_ERR_ARG);
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_contiguous(2, MPI_INT, &type));
  position = 0;
  EXPECT_CLASS(MPI_Pack(numbers, 1, type, string, 10, &position, MPI_COMM_WORLD), MPI_ERR_TYPE);
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(Packing, External32IsBigEndian) {
  const std::int32_t number = 0x01020304;
  EXPECT_EQ(external(&number, 1, MPI_INT32_T), (std::vector<std::uint8_t>{1, 2, 3, 4}));
  const double pi = 3.141592653589793;
  EXPECT_EQ(external(&pi, 1, MPI_DOUBLE), (std::vector<std::uint8_t>{0x40, 0x09, 0x21, 0xfb, 0x54, 0x44, 0x2d, 0x18}));
  const float parts[2] = {1.0F, -2.0F};
  EXPECT_EQ(external(parts, 1, MPI_C_FLOAT_COMPLEX), (std::vector<std::uint8_t>{0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0}));
  const long negative = -2;
  EXPECT_EQ(external(&negative, 1, MPI_LONG), (std::vector<std::uint8_t>{0xff, 0xff, 0xff, 0xfe}));
  const wchar_t letter = L'\u20ac';
  EXPECT_EQ(external(&letter, 1, MPI_WCHAR), (std::vector<std::uint8_t>{0x20, 0xac}));
  const long double one_and_a_half = 1.5L;
  std::vector<std::uint8_t> quad = {0x3f, 0xff, 0x80};
  quad.resize(16);
  EXPECT_EQ(external(&one_and_a_half, 1, MPI_LONG_DOUBLE), quad);
  const char text[3] = {'a', 'b', 'c'};
  EXPECT_EQ(external(text, 3, MPI_CHAR), (std::vector<std::uint8_t>{'a', 'b', 'c'}));
}

TEST_F(Packing, External32RefusesWhatHasNoRoom) {
  const long large = long{1} << 31;
  const unsigned long most = 0xffffffff;
  std::uint8_t out[8];
  MPI_Aint position = 0;
  const int code = MPI_Pack_external("external32", &large, 1, MPI_LONG, out, 8, &position);
  EXPECT_CLASS(code, MPI_ERR_ARG);
  EXPECT_NE(text_of(code).find("MPI_LONG"), std::string::npos);
  EXPECT_EQ(position, 0);
  EXPECT_EQ(external(&most, 1, MPI_UNSIGNED_LONG), (std::vector<std::uint8_t>{0xff, 0xff, 0xff, 0xff}));
}

struct Mixed {
  char letter;
  long count;
  long double wide;
  short half;
};

TEST_F(Packing, External32OfAStructure) {
  const int lengths[] = {1, 1, 1, 1};
  const MPI_Aint places[] = {offsetof(Mixed, letter), offsetof(Mixed, count), offsetof(Mixed, wide), offsetof(Mixed, half)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_LONG, MPI_LONG_DOUBLE, MPI_SHORT};
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_create_struct(4, lengths, places, types, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  std::vector<Mixed> values(500);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int number = static_cast<int>(i);
    values[i] = {static_cast<char>(i % 50), -number, 1.0L / (number + 1), static_cast<short>(number)};
  }
  const Array<Mixed> from(values);
  MPI_Count bytes = 0;
  EXPECT_MPI(MPI_Pack_external_size_c("external32", 500, type, &bytes));
  EXPECT_EQ(bytes, 500 * 23);
  const Array<std::uint8_t> string(std::vector<std::uint8_t>(static_cast<std::size_t>(bytes)));
  MPI_Count position = 0;
  EXPECT_MPI(MPI_Pack_external_c("external32", from.data(), 500, type, string.data(), bytes, &position));
  EXPECT_EQ(position, bytes);
  const Array<Mixed> to(std::vector<Mixed>(500));
  position = 0;
  EXPECT_MPI(MPI_Unpack_external_c("external32", string.data(), bytes, &position, to.data(), 500, type));
  const std::vector<Mixed> got = to.get();
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].letter, values[i].letter);
    ASSERT_EQ(got[i].count, values[i].count);
    ASSERT_EQ(got[i].wide, values[i].wide);
    ASSERT_EQ(got[i].half, values[i].half);
  }
  EXPECT_MPI(MPI_Type_free(&type));
}

}  // namespace
}  // namespace penstock::test
