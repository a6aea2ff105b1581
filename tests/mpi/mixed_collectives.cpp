// Collectives on communicators of one thread: all rows in all forms, several at the same time, neighbourhoods,
// operations of the application.
#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <vector>

#include "every_coll.hpp"
#include "mixed.hpp"

namespace penstock::test {
namespace {

int pick_count(Worker& worker) {
  constexpr int kCounts[] = {0, 1, 3, 100, 3000};
  return kCounts[worker.pick(static_cast<int>(std::size(kCounts)))];
}

// Compares with sums and parts that are known without a call.
void known_answers(Worker& worker) {
  const int count = pick_count(worker);
  const int root = worker.pick(worker.size);
  std::vector<int> word = worker.rank == root ? values(root, 0, count) : std::vector<int>(static_cast<std::size_t>(count), -1);
  EXPECT_MPI(MPI_Bcast(word.data(), count, MPI_INT, root, worker.own));
  EXPECT_EQ(word, values(root, 0, count));
  std::vector<int> out;
  std::vector<int> expected;
  for (int r = 0; r < worker.size; ++r) {
    const std::vector<int> to = values(worker.rank, r, count);
    const std::vector<int> from = values(r, worker.rank, count);
    out.insert(out.end(), to.begin(), to.end());
    expected.insert(expected.end(), from.begin(), from.end());
  }
  std::vector<int> in(out.size(), -1);
  EXPECT_MPI(MPI_Alltoall(out.data(), count, MPI_INT, in.data(), count, MPI_INT, worker.own));
  EXPECT_EQ(in, expected);
  const int mine = worker.rank + worker.number;
  int sum = -1;
  EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, worker.own));
  EXPECT_EQ(sum, worker.size * (worker.size - 1) / 2 + worker.size * worker.number);
  EXPECT_MPI(MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, worker.own));
  EXPECT_EQ(sum, worker.rank * (worker.rank + 1) / 2 + (worker.rank + 1) * worker.number);
}

void persistent_collectives(Worker& worker) {
  for (int i = 0; i < 4; ++i) {
    const CallRow& row = all_calls()[worker.pick(static_cast<int>(kCalls))];
    const int seed = worker.pick(90);
    Operands operands(worker.own, pick_count(worker), seed);
    const std::vector<int> answer = answer_of(row, operands, seed);
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(operands.begin(row, Form::kPersistent, &request));
    for (int round = 0; round < 3; ++round) {
      operands.fill(seed);
      EXPECT_MPI(MPI_Start(&request));
      EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
      EXPECT_EQ(operands.recv.get(), answer) << row.name;
    }
    EXPECT_MPI(MPI_Request_free(&request));
  }
}

// The completion order differs between the ranks.
void outstanding_collectives(Worker& worker) {
  constexpr std::size_t kMany = 12;
  std::vector<std::unique_ptr<Operands>> operands;
  std::vector<std::vector<int>> answers;
  std::vector<MPI_Request> requests(kMany, MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < kMany; ++i) {
    const CallRow& row = all_calls()[worker.pick(static_cast<int>(kCalls))];
    const int seed = worker.pick(90);
    operands.push_back(std::make_unique<Operands>(worker.own, pick_count(worker), seed));
    answers.push_back(answer_of(row, *operands[i], seed));
    EXPECT_MPI(operands[i]->begin(row, Form::kStarted, &requests[i]));
  }
  std::vector<std::size_t> order(kMany);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(worker.rank)));
  for (const std::size_t i : order) {
    EXPECT_MPI(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
    EXPECT_EQ(operands[i]->recv.get(), answers[i]);
  }
}

// Returns the data of rank `of` for the ring: one part for either side.
std::vector<int> two_parts(int of, int count) {
  std::vector<int> parts = values(of, 0, count);
  const std::vector<int> right = values(of, 1, count);
  parts.insert(parts.end(), right.begin(), right.end());
  return parts;
}

void neighbours_on(Worker& worker, MPI_Comm ring) {
  const int count = pick_count(worker);
  const auto part = static_cast<std::size_t>(count);
  const std::vector<int> out = two_parts(worker.rank, count);
  std::vector<int> expected = values(worker.previous, 1, count);
  const std::vector<int> from_next = values(worker.next, 0, count);
  expected.insert(expected.end(), from_next.begin(), from_next.end());
  const int counts[] = {count, count};
  const int places[] = {0, count};
  for (const Form form : kForms) {
    std::vector<int> in(2 * part, -1);
    EXPECT_MPI(call(form, MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init, out.data(), count, MPI_INT,
                    in.data(), count, MPI_INT, ring));
    EXPECT_EQ(in, expected);
    std::fill(in.begin(), in.end(), -1);
    EXPECT_MPI(call(form, MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init, out.data(), counts,
                    places, MPI_INT, in.data(), counts, places, MPI_INT, ring));
    EXPECT_EQ(in, expected);
    int ranks[] = {-1, -1};
    EXPECT_MPI(call(form, MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init, &worker.rank, 1,
                    MPI_INT, ranks, 1, MPI_INT, ring));
    EXPECT_EQ(ranks[0], worker.previous);
    EXPECT_EQ(ranks[1], worker.next);
  }
}

void neighbourhoods(Worker& worker) {
  const int periodic = 1;
  MPI_Comm ring = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Cart_create(worker.own, 1, &worker.size, &periodic, 0, &ring));
  neighbours_on(worker, ring);
  EXPECT_MPI(MPI_Comm_free(&ring));
  const int around[] = {worker.previous, worker.next};
  EXPECT_MPI(MPI_Dist_graph_create_adjacent(worker.own, 2, around, MPI_UNWEIGHTED, 2, around, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                            &ring));
  int in = 0;
  int out = 0;
  int weighted = -1;
  EXPECT_MPI(MPI_Dist_graph_neighbors_count(ring, &in, &out, &weighted));
  EXPECT_EQ(in, 2);
  EXPECT_EQ(out, 2);
  int ranks[] = {-1, -1};
  EXPECT_MPI(MPI_Neighbor_allgather(&worker.rank, 1, MPI_INT, ranks, 1, MPI_INT, ring));
  EXPECT_EQ(ranks[0], worker.previous);
  EXPECT_EQ(ranks[1], worker.next);
  EXPECT_MPI(MPI_Comm_free(&ring));
}

// The function calls MPI itself, because the library holds no lock.
void add_doubled(void* in, void* inout, int* count, MPI_Datatype* type) {
  int bytes = 0;
  MPI_Type_size(*type, &bytes);
  for (int i = 0; i < *count && bytes == 4; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

void operations(Worker& worker) {
  MPI_Op op = MPI_OP_NULL;
  EXPECT_MPI(MPI_Op_create(add_doubled, 1, &op));
  int commutes = 0;
  EXPECT_MPI(MPI_Op_commutative(op, &commutes));
  EXPECT_EQ(commutes, 1);
  const int mine = 2 * worker.rank + worker.number;
  int sum = -1;
  EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, op, worker.own));
  EXPECT_EQ(sum, worker.size * (worker.size - 1) + worker.size * worker.number);
  int both = 1;
  EXPECT_MPI(MPI_Reduce_local(&mine, &both, 1, MPI_INT, op));
  EXPECT_EQ(both, mine + 1);
  EXPECT_MPI(MPI_Op_free(&op));
}

constexpr MixedCase kCases[] = {{"known answers", 1, known_answers},
                                {"persistent collectives", 1, persistent_collectives},
                                {"outstanding collectives", 1, outstanding_collectives},
                                {"neighbourhoods", 3, neighbourhoods},
                                {"operations", 1, operations}};

}  // namespace

MixedCases collective_cases() {
  return {kCases, std::size(kCases)};
}

}  // namespace penstock::test
