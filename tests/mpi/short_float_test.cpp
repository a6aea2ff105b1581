// Floats of 16 and 8 bits beyond the standard's datatypes (mpix.h).
#include <mpix.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

struct ShortFloat {
  const char* name;
  MPI_Datatype handle;
  std::size_t bytes;
  unsigned one, two, three, half;  // their bits
  unsigned largest, over;          // its bits, and those of twice the largest
};

std::vector<ShortFloat> short_floats() {
  return {{"MPIX_BFLOAT16", MPIX_BFLOAT16, 2, 0x3f80, 0x4000, 0x4040, 0x3f00, 0x7f7f, 0x7f80},
          {"MPIX_FLOAT8_E4M3", MPIX_FLOAT8_E4M3, 1, 0x38, 0x40, 0x44, 0x30, 0x7e, 0x7f},
          {"MPIX_FLOAT8_E5M2", MPIX_FLOAT8_E5M2, 1, 0x3c, 0x40, 0x42, 0x38, 0x7b, 0x7c}};
}

unsigned apply(const ShortFloat& type, MPI_Op op, unsigned left, unsigned right) {
  const auto in = static_cast<std::uint16_t>(left);
  auto inout = static_cast<std::uint16_t>(right);
  EXPECT_MPI(MPI_Reduce_local(&in, &inout, 1, type.handle, op));
  return inout;
}

TEST(ShortFloats, AreNamedAndSized) {
  for (const ShortFloat& type : short_floats()) {
    SCOPED_TRACE(type.name);
    ASSERT_NE(type.handle, MPI_DATATYPE_NULL);
    char name[MPI_MAX_OBJECT_NAME] = {};
    int length = 0, bytes = 0, integers = 1, addresses = 1, types = 1, combiner = 0;
    EXPECT_MPI(MPI_Type_get_name(type.handle, name, &length));
    EXPECT_STREQ(name, type.name);
    EXPECT_MPI(MPI_Type_size(type.handle, &bytes));
    EXPECT_EQ(static_cast<std::size_t>(bytes), type.bytes);
    EXPECT_MPI(MPI_Type_get_envelope(type.handle, &integers, &addresses, &types, &combiner));
    EXPECT_EQ(combiner, MPI_COMBINER_NAMED);
    EXPECT_EQ(MPI_Type_fromint(MPI_Type_toint(type.handle)), type.handle);
  }
}

TEST(ShortFloats, AreNamedAloneByTheirNames) {
  EXPECT_EQ(MPIX_Find_datatype("penstock_MPIX_FLOAT12"), MPI_DATATYPE_NULL);
}

TEST(ShortFloats, Reduce) {
  for (const ShortFloat& type : short_floats()) {
    SCOPED_TRACE(type.name);
    EXPECT_EQ(apply(type, MPI_SUM, type.one, type.two), type.three);
    EXPECT_EQ(apply(type, MPI_PROD, type.two, type.half), type.one);
    EXPECT_EQ(apply(type, MPI_MIN, type.two, type.three), type.two);
    EXPECT_EQ(apply(type, MPI_MAX, type.half, type.one), type.one);
    EXPECT_EQ(apply(type, MPI_SUM, type.largest, type.largest), type.over);
  }
}

TEST(ShortFloats, OtherOperationsAreRefused) {
  for (const ShortFloat& type : short_floats()) {
    SCOPED_TRACE(type.name);
    for (const MPI_Op op : {MPI_LAND, MPI_BAND, MPI_MAXLOC}) {
      std::uint16_t in = 0, inout = 0;
      EXPECT_CLASS(MPI_Reduce_local(&in, &inout, 1, type.handle, op), MPI_ERR_OP);
    }
  }
}

TEST(ShortFloats, TravelAndMeet) {
  constexpr int kCount = 1000;
  const int ranks = size(), mine = rank();
  for (const ShortFloat& type : short_floats()) {
    SCOPED_TRACE(type.name);
    std::vector<unsigned char> sent(kCount * type.bytes), got(sent.size());
    for (int i = 0; i < kCount; ++i) {
      const unsigned bits = i % ranks == mine ? type.three : 0;
      std::memcpy(&sent[static_cast<std::size_t>(i) * type.bytes], &bits, type.bytes);
    }
    EXPECT_MPI(MPI_Allreduce(sent.data(), got.data(), kCount, type.handle, MPI_SUM, MPI_COMM_WORLD));
    for (int i = 0; i < kCount; ++i) {
      unsigned bits = 0;
      std::memcpy(&bits, &got[static_cast<std::size_t>(i) * type.bytes], type.bytes);
      ASSERT_EQ(bits, type.three) << i;
    }
    MPI_Status status;
    int count = 0;
    EXPECT_MPI(MPI_Sendrecv(sent.data(), kCount, type.handle, next(), 3, got.data(), kCount, type.handle, previous(), 3,
                            MPI_COMM_WORLD, &status));
    MPI_Get_count(&status, type.handle, &count);
    EXPECT_EQ(count, kCount);
  }
}

}  // namespace
}  // namespace penstock::test
