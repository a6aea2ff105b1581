// Collectives over memory that the ranks share: many of them at the same time, on more communicators than have room there.
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "forms.hpp"

namespace penstock::test {
namespace {

class ShmBuffers : public Mpi {};

// Makes several blocking calls, after which the ranks may share memory.
void check_sums(MPI_Comm comm, int rounds) {
  int rank = 0;
  int size = 0;
  EXPECT_MPI(MPI_Comm_rank(comm, &rank));
  EXPECT_MPI(MPI_Comm_size(comm, &size));
  for (int round = 0; round < rounds; ++round) {
    long sum = 0;
    const long mine = rank + round;
    EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, comm));
    EXPECT_EQ(sum, static_cast<long>(size) * (size - 1) / 2 + static_cast<long>(size) * round);
  }
}

TEST_F(ShmBuffers, MoreCommunicatorsThanShmBuffers) {
  std::vector<MPI_Comm> comms(90, MPI_COMM_NULL);
  for (MPI_Comm& comm : comms) {
    EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    check_sums(comm, 5);
  }
  for (MPI_Comm& comm : comms) check_sums(comm, 3);
  for (MPI_Comm& comm : comms) EXPECT_MPI(MPI_Comm_free(&comm));
}

TEST_F(ShmBuffers, CommunicatorsComeAndGo) {
  for (int i = 0; i < 200; ++i) {
    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0;
    EXPECT_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm));
    check_sums(comm, 4);
    EXPECT_MPI(MPI_Comm_free(&comm));
  }
}

// The root does not wait for its readers, which then do not wait for it.
TEST_F(ShmBuffers, ARootRunsAhead) {
  int rank = 0;
  EXPECT_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check_sums(MPI_COMM_WORLD, 3);
  std::vector<int> data(3000);
  for (int round = 0; round < 2000; ++round) {
    const int count = round % 3 == 0 ? 1 : round % 3000;
    if (rank == 0) std::iota(data.begin(), data.end(), round);
    EXPECT_MPI(MPI_Bcast(data.data(), count, MPI_INT, 0, MPI_COMM_WORLD));
    for (int i = 0; i < count; ++i) ASSERT_EQ(data[static_cast<std::size_t>(i)], round + i) << "round " << round;
  }
}

// They are begun in one order and waited for in the other, on two communicators.
TEST_F(ShmBuffers, ManyAtOnce) {
  MPI_Comm other = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &other));
  check_sums(MPI_COMM_WORLD, 3);
  check_sums(other, 3);
  int size = 0;
  EXPECT_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size));
  constexpr int kEach = 300;
  std::vector<MPI_Request> requests;
  std::vector<std::vector<int>> sums;
  std::vector<int> ones(2000, 1);
  for (int i = 0; i < kEach; ++i) {
    for (MPI_Comm comm : {MPI_COMM_WORLD, other}) {
      std::vector<int>& sum = sums.emplace_back(static_cast<std::size_t>(1 + i * 7 % 2000));
      MPI_Request request = MPI_REQUEST_NULL;
      EXPECT_MPI(MPI_Iallreduce(ones.data(), sum.data(), static_cast<int>(sum.size()), MPI_INT, MPI_SUM, comm, &request));
      requests.push_back(request);
    }
  }
  for (auto request = requests.rbegin(); request != requests.rend(); ++request)
    EXPECT_MPI(MPI_Wait(&*request, MPI_STATUS_IGNORE));
  for (const std::vector<int>& sum : sums) EXPECT_EQ(sum, std::vector<int>(sum.size(), size));
  EXPECT_MPI(MPI_Comm_free(&other));
}

// Parts whose lengths only two ranks know, short, long and empty, one after another in memory with gaps.
struct Parts {
  std::vector<int> counts;
  std::vector<int> offsets;
  std::vector<int> values;

  explicit Parts(std::span<const int> lengths) : counts(lengths.begin(), lengths.end()) {
    int at = 3;
    for (int count : counts) {
      offsets.push_back(at);
      at += count + 2;
    }
    values.assign(static_cast<std::size_t>(at), -1);
  }
  [[nodiscard]] int* part(int i) { return values.data() + offsets[static_cast<std::size_t>(i)]; }
  void fill(int from, int round) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      for (int k = 0; k < counts[i]; ++k) part(static_cast<int>(i))[k] = value(from, static_cast<int>(i), round, k);
    }
  }
  static int value(int from, int to, int round, int k) { return ((from * 31 + to) * 1009 + round) * 7919 + k; }
};

// Returns the length of the part that one rank has for another, the same on all ranks.
int length_of(int from, int to, int round) {
  constexpr int kLengths[] = {0,    1,    2,    7,    60,   126,  127,  128,  500,  510,  511,  1022,
                              1023, 1024, 1038, 1039, 1040, 1041, 1500, 2047, 2048, 2049, 3000, 20000};
  std::mt19937 random(static_cast<unsigned>((round * 64 + from) * 64 + to));
  return kLengths[random() % std::size(kLengths)];
}

// A type of `count` integers with gaps between them: its data go through scratch memory.
class Gapped {
 public:
  explicit Gapped(int count) {
    EXPECT_MPI(MPI_Type_vector(count, 1, 2, MPI_INT, &type_));
    EXPECT_MPI(MPI_Type_commit(&type_));
  }
  ~Gapped() { EXPECT_MPI(MPI_Type_free(&type_)); }
  Gapped(const Gapped&) = delete;
  Gapped& operator=(const Gapped&) = delete;
  [[nodiscard]] MPI_Datatype type() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

void expect_part(const int* got, int from, int to, int round) {
  for (int k = 0; k < length_of(from, to, round); ++k) {
    ASSERT_EQ(got[k], Parts::value(from, to, round, k)) << "from " << from << " to " << to << ", round " << round << ", " << k;
  }
}

class ShmParts : public ShmBuffers {
 protected:
  static constexpr int kRounds = 60;
  void SetUp() override {
    ShmBuffers::SetUp();
    check_sums(MPI_COMM_WORLD, 3);
  }
  static std::vector<int> lengths_from(int from, int round) {
    std::vector<int> lengths;
    for (int i = 0; i < size(); ++i) lengths.push_back(length_of(from, i, round));
    return lengths;
  }
  static std::vector<int> lengths_to(int to, int round) {
    std::vector<int> lengths;
    for (int i = 0; i < size(); ++i) lengths.push_back(length_of(i, to, round));
    return lengths;
  }
};

// Ranks describe the same data in their own ways, call by call.
TEST_F(ShmParts, GatherAndScatter) {
  for (int round = 0; round < kRounds; ++round) {
    const int root = round % size();
    Parts all(lengths_to(root, round));
    const int mine = length_of(rank(), root, round);
    std::vector<int> sent(static_cast<std::size_t>(2 * mine + 1));
    const bool gapped = (round + rank()) % 3 == 0;
    for (int k = 0; k < mine; ++k) {
      sent[static_cast<std::size_t>(gapped ? 2 * k : k)] = Parts::value(rank(), root, round, k);
    }
    const Gapped type(mine);
    EXPECT_MPI(MPI_Gatherv(sent.data(), gapped ? 1 : mine, gapped ? type.type() : MPI_INT, all.values.data(), all.counts.data(),
                           all.offsets.data(), MPI_INT, root, MPI_COMM_WORLD));
    for (int i = 0; rank() == root && i < size(); ++i) expect_part(all.part(i), i, root, round);

    Parts given(lengths_from(root, round));
    given.fill(root, round);
    const int got_count = length_of(root, rank(), round);
    const Gapped got_type(got_count);
    std::vector<int> got(static_cast<std::size_t>(2 * got_count + 1));
    EXPECT_MPI(MPI_Scatterv(given.values.data(), given.counts.data(), given.offsets.data(), MPI_INT, got.data(),
                            gapped ? 1 : got_count, gapped ? got_type.type() : MPI_INT, root, MPI_COMM_WORLD));
    for (int k = 0; k < got_count; ++k) {
      ASSERT_EQ(got[static_cast<std::size_t>(gapped ? 2 * k : k)], Parts::value(root, rank(), round, k)) << "round " << round;
    }
  }
}

TEST_F(ShmParts, AllToAll) {
  for (int round = 0; round < kRounds; ++round) {
    Parts sent(lengths_from(rank(), round));
    Parts got(lengths_to(rank(), round));
    sent.fill(rank(), round);
    if (round % 2 == 0) {
      EXPECT_MPI(MPI_Alltoallv(sent.values.data(), sent.counts.data(), sent.offsets.data(), MPI_INT, got.values.data(),
                               got.counts.data(), got.offsets.data(), MPI_INT, MPI_COMM_WORLD));
    } else {
      const std::vector<MPI_Datatype> types(static_cast<std::size_t>(size()), MPI_INT);
      std::vector<int> from;
      std::vector<int> to;
      for (int offset : sent.offsets) from.push_back(offset * static_cast<int>(sizeof(int)));
      for (int offset : got.offsets) to.push_back(offset * static_cast<int>(sizeof(int)));
      EXPECT_MPI(MPI_Alltoallw(sent.values.data(), sent.counts.data(), from.data(), types.data(), got.values.data(),
                               got.counts.data(), to.data(), types.data(), MPI_COMM_WORLD));
    }
    for (int i = 0; i < size(); ++i) expect_part(got.part(i), i, rank(), round);
  }
}

TEST_F(ShmParts, AllGather) {
  for (int round = 0; round < kRounds; ++round) {
    std::vector<int> lengths;
    for (int i = 0; i < size(); ++i) lengths.push_back(length_of(i, i, round) % (round % 2 == 0 ? 500 : 30000));
    Parts all(lengths);
    const int mine = lengths[static_cast<std::size_t>(rank())];
    std::vector<int> sent(static_cast<std::size_t>(mine + 1));
    for (int k = 0; k < mine; ++k) sent[static_cast<std::size_t>(k)] = Parts::value(rank(), rank(), round, k);
    const bool in_place = round % 5 == 0;
    if (in_place) std::copy_n(sent.begin(), mine, all.part(rank()));
    EXPECT_MPI(MPI_Allgatherv(in_place ? MPI_IN_PLACE : sent.data(), mine, MPI_INT, all.values.data(), all.counts.data(),
                              all.offsets.data(), MPI_INT, MPI_COMM_WORLD));
    for (int i = 0; i < size(); ++i) {
      for (int k = 0; k < lengths[static_cast<std::size_t>(i)]; ++k) {
        ASSERT_EQ(all.part(i)[k], Parts::value(i, i, round, k)) << "of " << i << ", round " << round;
      }
    }
  }
}

// No rank waits for ever, and the shared buffer works in later calls.
TEST_F(ShmParts, OtherLengthsThanExpectedAreErrors) {
  if (size() < 2) GTEST_SKIP() << "two ranks disagree";
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  EXPECT_MPI(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
  check_sums(comm, 3);
  const std::vector<int> counts(static_cast<std::size_t>(size()), 4);
  std::vector<int> offsets;
  for (int i = 0; i < size(); ++i) offsets.push_back(4 * i);
  std::vector<int> all(static_cast<std::size_t>(4 * size()), 5);
  std::vector<int> mine(8, 6);
  const int given = rank() == 1 ? 3 : 4;
  const int scattered = MPI_Scatterv(all.data(), counts.data(), offsets.data(), MPI_INT, mine.data(), given, MPI_INT, 0, comm);
  EXPECT_EQ(scattered != MPI_SUCCESS, rank() == 1);
  const int gathered = MPI_Gatherv(mine.data(), given, MPI_INT, all.data(), counts.data(), offsets.data(), MPI_INT, 0, comm);
  EXPECT_EQ(gathered != MPI_SUCCESS, rank() == 0);
  std::vector<int> sent_counts(counts);
  if (rank() == 1) sent_counts[0] = 2;
  std::vector<int> got(all.size());
  const int exchanged = MPI_Alltoallv(all.data(), sent_counts.data(), offsets.data(), MPI_INT, got.data(), counts.data(),
                                      offsets.data(), MPI_INT, comm);
  EXPECT_EQ(exchanged != MPI_SUCCESS, rank() == 0);
  check_sums(comm, 3);
  EXPECT_MPI(MPI_Comm_free(&comm));
}

}  // namespace
}  // namespace penstock::test
