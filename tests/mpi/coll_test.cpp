#include <algorithm>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Collectives : public Mpi {
 protected:
  static std::vector<int> counts() { return {0, 1, 3, 1000, 5000, 100001}; }
  static int value(int from, std::size_t i) { return from * 1009 + static_cast<int>(i % 977); }
  static std::vector<int> values(int from, int count) {
    std::vector<int> made(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = value(from, i);
    return made;
  }
};

TEST_F(Collectives, Barrier) {
  for (int i = 0; i < 20; ++i) EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

TEST_F(Collectives, Bcast) {
  for (const int count : counts()) {
    for (int root = 0; root < size(); ++root) {
      Array<int> data(static_cast<std::size_t>(count));
      if (rank() == root) data.set(values(root, count));
      EXPECT_MPI(MPI_Bcast(data.data(), count, MPI_INT, root, MPI_COMM_WORLD));
      ASSERT_EQ(data.get(), values(root, count)) << count << " from " << root;
    }
  }
}

TEST_F(Collectives, BcastOfColumns) {
  for (const int rows : {10, 40000}) {
    MPI_Datatype column;
    EXPECT_MPI(MPI_Type_vector(rows, 1, 3, MPI_INT, &column));
    EXPECT_MPI(MPI_Type_commit(&column));
    const auto elements = static_cast<std::size_t>(rows) * 3;
    Array<int> data(std::vector<int>(elements, -1));
    if (rank() == 0) data.set(values(0, rows * 3));
    EXPECT_MPI(MPI_Bcast(data.data(), 1, column, 0, MPI_COMM_WORLD));
    const auto got = data.get();
    for (std::size_t i = 0; i < elements; ++i) {
      ASSERT_EQ(got[i], rank() == 0 || i % 3 == 0 ? value(0, i) : -1) << i;
    }
    EXPECT_MPI(MPI_Type_free(&column));
  }
}

TEST_F(Collectives, AllreduceSum) {
  for (const int count : counts()) {
    std::vector<int> expected(static_cast<std::size_t>(count), 0);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      for (int r = 0; r < size(); ++r) expected[i] += value(r, i);
    }
    const Array<int> mine(values(rank(), count));
    const Array<int> result(static_cast<std::size_t>(count));
    EXPECT_MPI(MPI_Allreduce(mine.data(), result.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    ASSERT_EQ(result.get(), expected) << count;
    EXPECT_MPI(MPI_Allreduce(MPI_IN_PLACE, mine.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    ASSERT_EQ(mine.get(), expected) << count << " in place";
  }
}

TEST_F(Collectives, AllreduceOtherOperations) {
  struct DoubleInt {
    double value;
    int index;
  };
  const Array<DoubleInt> mine(std::vector<DoubleInt>{{static_cast<double>((rank() * 5) % 7), rank()}, {1.0, rank()}});
  const Array<DoubleInt> found(2);
  EXPECT_MPI(MPI_Allreduce(mine.data(), found.data(), 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD));
  double best = -1;
  int where = -1;
  for (int r = 0; r < size(); ++r) {
    if ((r * 5) % 7 > best) {
      best = (r * 5) % 7;
      where = r;
    }
  }
  EXPECT_EQ(found.get()[0].value, best);
  EXPECT_EQ(found.get()[0].index, where);
  EXPECT_EQ(found.get()[1].index, 0) << "the lowest of equals";
  const Array<float> product(std::vector<float>{2.0F, rank() == 0 ? 3.0F : 1.0F});
  EXPECT_MPI(MPI_Allreduce(MPI_IN_PLACE, product.data(), 2, MPI_FLOAT, MPI_PROD, MPI_COMM_WORLD));
  EXPECT_EQ(product.get()[0], static_cast<float>(1 << size()));
  EXPECT_EQ(product.get()[1], 3.0F);
  const Array<std::uint64_t> bits(std::vector<std::uint64_t>{std::uint64_t{1} << rank()});
  EXPECT_MPI(MPI_Allreduce(MPI_IN_PLACE, bits.data(), 1, MPI_UINT64_T, MPI_BOR, MPI_COMM_WORLD));
  EXPECT_EQ(bits.get()[0], (std::uint64_t{1} << size()) - 1);
}

TEST_F(Collectives, Gather) {
  for (const int count : {0, 1, 100, 4000, 70000}) {
    for (int root = 0; root < size(); ++root) {
      const auto total = static_cast<std::size_t>(count) * static_cast<std::size_t>(size());
      const Array<int> mine(values(rank(), count));
      const Array<int> all(rank() == root ? total : 0);
      // Arguments that are not significant away from the root may have any value.
      const MPI_Datatype recv_type = rank() == root ? MPI_INT : MPI_DATATYPE_NULL;
      EXPECT_MPI(MPI_Gather(mine.data(), count, MPI_INT, rank() == root ? all.data() : nullptr, rank() == root ? count : -7,
                            recv_type, root, MPI_COMM_WORLD));
      if (rank() != root) continue;
      const auto got = all.get();
      for (std::size_t i = 0; i < total; ++i) {
        const auto per = static_cast<std::size_t>(count);
        ASSERT_EQ(got[i], value(static_cast<int>(i / per), i % per)) << count << " to " << root << " at " << i;
      }
    }
  }
}

TEST_F(Collectives, GatherInPlace) {
  constexpr int kCount = 25;
  const int root = size() - 1;
  Array<int> all(static_cast<std::size_t>(kCount * size()));
  if (rank() == root) {
    std::vector<int> start(static_cast<std::size_t>(kCount * size()), -1);
    std::ranges::copy(values(root, kCount), start.begin() + root * kCount);
    all.set(start);
    EXPECT_MPI(MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), kCount, MPI_INT, root, MPI_COMM_WORLD));
    const auto got = all.get();
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], value(static_cast<int>(i / kCount), i % kCount));
  } else {
    const Array<int> mine(values(rank(), kCount));
    EXPECT_MPI(MPI_Gather(mine.data(), kCount, MPI_INT, nullptr, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD));
  }
}

// Several are active at the same time, with messages between, and are completed in another order than begun.
TEST_F(Collectives, NonBlockingOverlap) {
  constexpr int kCount = 3000;
  const int root = size() / 2;
  Array<int> data(static_cast<std::size_t>(kCount));
  if (rank() == root) data.set(values(root, kCount));
  const Array<int> mine(values(rank(), kCount));
  const Array<int> sum(static_cast<std::size_t>(kCount));
  const Array<int> all(static_cast<std::size_t>(kCount * size()));
  MPI_Request requests[4];
  EXPECT_MPI(MPI_Ibcast(data.data(), kCount, MPI_INT, root, MPI_COMM_WORLD, &requests[0]));
  EXPECT_MPI(MPI_Iallreduce(mine.data(), sum.data(), kCount, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]));
  EXPECT_MPI(MPI_Igather(mine.data(), kCount, MPI_INT, all.data(), kCount, MPI_INT, 0, MPI_COMM_WORLD, &requests[2]));
  EXPECT_MPI(MPI_Ibarrier(MPI_COMM_WORLD, &requests[3]));
  const int out = rank();
  int in = -1;
  EXPECT_MPI(MPI_Sendrecv(&out, 1, MPI_INT, next(), 0, &in, 1, MPI_INT, previous(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQ(in, previous());
  EXPECT_MPI(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
  EXPECT_EQ(data.get(), values(root, kCount));
  int expected = 0;
  for (int r = 0; r < size(); ++r) expected += value(r, 17);
  EXPECT_EQ(sum.get()[17], expected);
  if (rank() == 0) {
    const auto got = all.get();
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], value(static_cast<int>(i / kCount), i % kCount));
  }
}

// Messages with wildcards never match those of collectives.
TEST_F(Collectives, WildcardsDoNotCatchCollectives) {
  int got = -1;
  MPI_Request request;
  EXPECT_MPI(MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request));
  int data = rank() == 0 ? 99 : 0;
  EXPECT_MPI(MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD));
  EXPECT_EQ(data, 99);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  const int out = rank() + 500;
  EXPECT_MPI(MPI_Send(&out, 1, MPI_INT, next(), 3, MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(got, previous() + 500);
}

}  // namespace
}  // namespace penstock::test
