// Neighbourhood collectives in every form, on grids, graphs and distributed graphs, against plain messages.
#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <random>

#include "forms.hpp"

namespace penstock::test {
namespace {

const MPI_Comm kWorld = MPI_COMM_WORLD;
constexpr int kNothing = -77;
using Ints = std::vector<int>;

// This rank's neighbours, and the tag that tells an edge from others between the same ranks: plain messages need them.
struct Edges {
  Ints to, to_tags, from, from_tags;
};

Ints occurrences(const Ints& peers) {
  std::map<int, int> seen;
  Ints tags;
  for (const int peer : peers) tags.push_back(seen[peer]++);
  return tags;
}

// The edges are in the order of the standard, section 8.6: down and up each dimension; a part that goes up arrives from below.
Edges edges_of_grid(MPI_Comm comm) {
  int ndims = 0;
  EXPECT_MPI(MPI_Cartdim_get(comm, &ndims));
  Edges edges;
  for (int d = 0; d < ndims; ++d) {
    int below = 0;
    int above = 0;
    EXPECT_MPI(MPI_Cart_shift(comm, d, 1, &below, &above));
    for (Ints* peers : {&edges.to, &edges.from}) peers->insert(peers->end(), {below, above});
    edges.to_tags.insert(edges.to_tags.end(), {2 * d, 2 * d + 1});
    edges.from_tags.insert(edges.from_tags.end(), {2 * d + 1, 2 * d});
  }
  return edges;
}

Edges edges_of_graph(MPI_Comm comm) {
  Edges edges;
  int kind = 0;
  EXPECT_MPI(MPI_Topo_test(comm, &kind));
  int in = 0;
  if (kind == MPI_GRAPH) {
    EXPECT_MPI(MPI_Graph_neighbors_count(comm, rank_in(comm), &in));
    edges.from.resize(static_cast<std::size_t>(in));
    EXPECT_MPI(MPI_Graph_neighbors(comm, rank_in(comm), in, edges.from.data()));
    edges.to = edges.from;
  } else {
    int out = 0;
    int weighted = 0;
    EXPECT_MPI(MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted));
    edges.from.resize(static_cast<std::size_t>(in));
    edges.to.resize(static_cast<std::size_t>(out));
    EXPECT_MPI(MPI_Dist_graph_neighbors(comm, in, edges.from.data(), MPI_UNWEIGHTED, out, edges.to.data(), MPI_UNWEIGHTED));
  }
  edges.to_tags = occurrences(edges.to);
  edges.from_tags = occurrences(edges.from);
  return edges;
}

// Returns the data that arrived on each edge; empty for an edge without a source. `parts` has one for each outgoing edge.
std::vector<Ints> by_messages(MPI_Comm comm, const Edges& edges, const std::vector<Ints>& parts) {
  std::vector<MPI_Request> requests(parts.size(), MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_MPI(MPI_Isend(parts[i].data(), static_cast<int>(parts[i].size()), MPI_INT, edges.to[i], edges.to_tags[i], comm,
                         &requests[i]));
  }
  std::vector<Ints> received;
  for (std::size_t i = 0; i < edges.from.size(); ++i) {
    MPI_Status status;
    int count = 0;
    EXPECT_MPI(MPI_Probe(edges.from[i], edges.from_tags[i], comm, &status));
    EXPECT_MPI(MPI_Get_count(&status, MPI_INT, &count));
    received.emplace_back(static_cast<std::size_t>(count));
    EXPECT_MPI(MPI_Recv(received.back().data(), count, MPI_INT, edges.from[i], edges.from_tags[i], comm, MPI_STATUS_IGNORE));
  }
  EXPECT_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  return received;
}

// Parts in one buffer, the last one first, with room between them; elements are `stride` places apart.
struct Laid {
  explicit Laid(const std::vector<Ints>& parts, int stride = 1) : counts(parts.size()), places(parts.size()) {
    int at = 1;
    for (std::size_t i = parts.size(); i-- > 0;) {
      counts[i] = static_cast<int>(parts[i].size());
      places[i] = at;
      at += counts[i] * stride + 2;
    }
    empty.assign(static_cast<std::size_t>(at), kNothing);
    full = empty;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = 0; j < parts[i].size(); ++j) {
        full[static_cast<std::size_t>(places[i]) + j * static_cast<std::size_t>(stride)] = parts[i][j];
      }
    }
  }
  [[nodiscard]] std::vector<MPI_Aint> bytes() const {
    std::vector<MPI_Aint> all;
    for (const int place : places) all.push_back(place * MPI_Aint{sizeof(int)});
    return all;
  }
  Ints counts, places, empty, full;
};

// Tests one communicator, over all calls and forms.
class Neighbors {
 public:
  Neighbors(MPI_Comm comm, Edges edges, unsigned seed) : comm_(comm), edges_(std::move(edges)), seed_(seed) {}

  void check(int unit) {
    even(unit);
    uneven(unit);
    same_to_all(unit);
  }

 private:
  [[nodiscard]] int length(std::size_t edge, int unit) const {
    return static_cast<int>((seed_ + static_cast<unsigned>(rank_in(comm_)) * 7U + edge * 3U) % 4U) * unit;
  }
  // Returns the data of every outgoing edge; `shorter` gives each a length of its own.
  [[nodiscard]] std::vector<Ints> parts(int unit, bool shorter) const {
    std::vector<Ints> all;
    for (std::size_t i = 0; i < edges_.to.size(); ++i) {
      all.push_back(values(rank_in(comm_), static_cast<int>(i), shorter ? length(i, unit) : unit));
    }
    return all;
  }
  // Returns the expected buffer of equal parts: those without a source are unchanged.
  [[nodiscard]] Ints joined(const std::vector<Ints>& received, int count) const {
    Ints all;
    for (std::size_t i = 0; i < received.size(); ++i) {
      if (edges_.from[i] == MPI_PROC_NULL) {
        all.insert(all.end(), static_cast<std::size_t>(count), kNothing);
      } else {
        all.insert(all.end(), received[i].begin(), received[i].end());
      }
    }
    return all;
  }

  void even(int count) {
    const std::vector<Ints> sent = parts(count, false);
    const Ints expected = joined(by_messages(comm_, edges_, sent), count);
    Ints out;
    for (const Ints& part : sent) out.insert(out.end(), part.begin(), part.end());
    for (const Form form : kForms) {
      const Array<int> send(out);
      const Array<int> recv(Ints(expected.size(), kNothing));
      EXPECT_MPI(call(form, MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init, send.data(), count,
                      MPI_INT, recv.data(), count, MPI_INT, comm_));
      EXPECT_EQ(recv.get(), expected) << "alltoall of " << count;
      EXPECT_EQ(send.get(), out);
    }
  }

  void uneven(int unit) {
    const std::vector<Ints> sent = parts(unit, true);
    const std::vector<Ints> received = by_messages(comm_, edges_, sent);
    const Laid out(sent);
    const Laid in(received);
    for (const Form form : kForms) {
      const Array<int> send(out.full);
      const Array<int> recv(in.empty);
      EXPECT_MPI(call(form, MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init, send.data(),
                      out.counts.data(), out.places.data(), MPI_INT, recv.data(), in.counts.data(), in.places.data(), MPI_INT,
                      comm_));
      EXPECT_EQ(recv.get(), in.full) << "alltoallv by " << unit;
    }
    large(out, in);
    typed(out, received);
  }

  void large(const Laid& out, const Laid& in) {
    const std::vector<MPI_Count> out_counts(out.counts.begin(), out.counts.end());
    const std::vector<MPI_Count> in_counts(in.counts.begin(), in.counts.end());
    const std::vector<MPI_Aint> out_places(out.places.begin(), out.places.end());
    const std::vector<MPI_Aint> in_places(in.places.begin(), in.places.end());
    for (const Form form : kForms) {
      const Array<int> send(out.full);
      const Array<int> recv(in.empty);
      EXPECT_MPI(call(form, MPI_Neighbor_alltoallv_c, MPI_Ineighbor_alltoallv_c, MPI_Neighbor_alltoallv_init_c, send.data(),
                      out_counts.data(), out_places.data(), MPI_INT, recv.data(), in_counts.data(), in_places.data(), MPI_INT,
                      comm_));
      EXPECT_EQ(recv.get(), in.full);
    }
  }

  // Each edge receives at every second place, by a type of its own, which is freed as early as possible.
  void typed(const Laid& out, const std::vector<Ints>& received) {
    const Laid in(received, 2);
    const std::vector<MPI_Datatype> ints(out.counts.size(), MPI_INT);
    const std::vector<MPI_Aint> out_bytes = out.bytes();
    const std::vector<MPI_Aint> in_bytes = in.bytes();
    for (const Form form : kForms) {
      std::vector<MPI_Datatype> types(in.counts.size(), MPI_DATATYPE_NULL);
      Ints ones(in.counts.size(), 0);
      for (std::size_t i = 0; i < types.size(); ++i) {
        if (in.counts[i] == 0) continue;
        EXPECT_MPI(MPI_Type_vector(in.counts[i], 1, 2, MPI_INT, &types[i]));
        EXPECT_MPI(MPI_Type_commit(&types[i]));
        ones[i] = 1;
      }
      const Array<int> send(out.full);
      const Array<int> recv(in.empty);
      EXPECT_MPI(call(form, MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init, send.data(),
                      out.counts.data(), out_bytes.data(), ints.data(), recv.data(), ones.data(), in_bytes.data(), types.data(),
                      comm_));
      EXPECT_EQ(recv.get(), in.full) << "alltoallw";
      for (MPI_Datatype& type : types) {
        if (type != MPI_DATATYPE_NULL) {
          EXPECT_MPI(MPI_Type_free(&type));
        }
      }
    }
  }

  // Tests allgather, and allgatherv with lengths that differ from rank to rank.
  void same_to_all(int unit) {
    for (const bool differ : {false, true}) {
      const int count = differ ? length(0, unit) : unit;
      const Ints mine = values(rank_in(comm_), 999, count);
      const std::vector<Ints> received = by_messages(comm_, edges_, std::vector<Ints>(edges_.to.size(), mine));
      const Laid in(received);
      const Ints expected = differ ? in.full : joined(received, count);
      for (const Form form : kForms) {
        const Array<int> send(mine);
        const Array<int> recv(Ints(expected.size(), kNothing));
        if (differ) {
          EXPECT_MPI(call(form, MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init, send.data(),
                          count, MPI_INT, recv.data(), in.counts.data(), in.places.data(), MPI_INT, comm_));
        } else {
          EXPECT_MPI(call(form, MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init, send.data(),
                          count, MPI_INT, recv.data(), count, MPI_INT, comm_));
        }
        EXPECT_EQ(recv.get(), expected) << (differ ? "allgatherv by " : "allgather of ") << unit;
      }
    }
  }

  MPI_Comm comm_;
  Edges edges_;
  unsigned seed_;
};

void check(MPI_Comm* comm, bool grid, unsigned seed = 1) {
  if (*comm == MPI_COMM_NULL) return;
  Neighbors neighbors(*comm, grid ? edges_of_grid(*comm) : edges_of_graph(*comm), seed);
  for (const int unit : {0, 1, 300, 20000}) neighbors.check(unit);
  EXPECT_MPI(MPI_Comm_free(comm));
}

class Neighborhoods : public Mpi {};

// Periodic dimensions have one, two or three ranks: a rank is its own neighbour, both neighbours are one, all differ.
TEST_F(Neighborhoods, OfGrids) {
  const std::vector<Ints> shapes = {{1}, {2}, {3}, {size()}, {1, 2}, {2, 2}, {1, 1, 1}, {3, 2}, {2, 1, 3}, {}};
  for (const Ints& dims : shapes) {
    const int nodes = std::accumulate(dims.begin(), dims.end(), 1, std::multiplies<>());
    if (nodes > size()) continue;
    for (const int periodic : {0, 1, 2}) {
      Ints periods(dims.size(), periodic == 1 ? 1 : 0);
      if (periodic == 2 && !periods.empty()) periods.back() = 1;
      MPI_Comm comm = MPI_COMM_NULL;
      EXPECT_MPI(MPI_Cart_create(kWorld, static_cast<int>(dims.size()), dims.data(), periods.data(), 0, &comm));
      check(&comm, true, static_cast<unsigned>(periodic));
    }
  }
}

// The graph is a ring whose edges come as often as their lower end says, and has loops.
TEST_F(Neighborhoods, OfGraphs) {
  Ints index, edges;
  for (int node = 0; node < size(); ++node) {
    const int above = (node + 1) % size();
    const int below = (node + size() - 1) % size();
    for (int i = 0; i <= node % 3; ++i) edges.push_back(above);
    for (int i = 0; i < node % 2; ++i) edges.push_back(node);
    for (int i = 0; i <= below % 3; ++i) edges.push_back(below);
    index.push_back(static_cast<int>(edges.size()));
  }
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Graph_create(kWorld, size(), index.data(), edges.data(), 0, &comm));
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(comm, &copy));
  check(&comm, false);
  check(&copy, false, 2);
}

// Edges come twice, lead back or one way only; some ranks have none. The graph is made in both ways.
TEST_F(Neighborhoods, OfRandomGraphs) {
  unsigned first = 0;
  if (rank() == 0) first = std::random_device{}();
  EXPECT_MPI(MPI_Bcast(&first, 1, MPI_UNSIGNED, 0, kWorld));
  for (unsigned round = 0; round < 4; ++round) {
    const unsigned seed = first + round;
    if (rank() == 0) std::printf("seed %u\n", seed);
    std::mt19937 random(seed);
    const int ranks = round == 3 ? std::min(size(), 2) : size();
    const auto any = [&] { return static_cast<int>(random() % static_cast<unsigned>(ranks)); };
    Ints sources, destinations, named_from, named_to, ones;
    for (int left = 3 * ranks; left > 0; --left) {
      const int from = any();
      const int to = any();
      if (to == rank()) sources.push_back(from);
      if (from == rank()) destinations.push_back(to);
      if (static_cast<int>(random() % static_cast<unsigned>(size())) != rank()) continue;
      named_from.push_back(from);
      named_to.push_back(to);
      ones.push_back(1);
    }
    MPI_Comm comm = MPI_COMM_NULL;
    EXPECT_MPI(MPI_Dist_graph_create_adjacent(kWorld, static_cast<int>(sources.size()), sources.data(), MPI_UNWEIGHTED,
                                              static_cast<int>(destinations.size()), destinations.data(), MPI_UNWEIGHTED,
                                              MPI_INFO_NULL, 0, &comm));
    check(&comm, false, seed);
    EXPECT_MPI(MPI_Dist_graph_create(kWorld, static_cast<int>(named_from.size()), named_from.data(), ones.data(),
                                     named_to.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 1, &comm));
    check(&comm, false, seed);
    if (HasFailure()) return;
  }
}

// Several calls are active at the same time, finished in the other order, among other collectives.
TEST_F(Neighborhoods, ManyAtOnce) {
  const int dims = size();
  const int wraps = 1;
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Cart_create(kWorld, 1, &dims, &wraps, 0, &comm));
  constexpr std::size_t kMany = 20;
  constexpr int kCount = 700;
  std::vector<MPI_Request> requests(kMany, MPI_REQUEST_NULL);
  std::vector<std::unique_ptr<Array<int>>> sends, recvs;
  for (std::size_t i = 0; i < kMany; ++i) {
    sends.push_back(std::make_unique<Array<int>>(values(rank(), static_cast<int>(i), 2 * kCount)));
    recvs.push_back(std::make_unique<Array<int>>(Ints(2 * kCount, kNothing)));
    EXPECT_MPI(
        MPI_Ineighbor_alltoall(sends[i]->data(), kCount, MPI_INT, recvs[i]->data(), kCount, MPI_INT, comm, &requests[i]));
  }
  EXPECT_MPI(MPI_Barrier(comm));
  for (std::size_t i = kMany; i-- > 0;) EXPECT_MPI(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
  for (std::size_t i = 0; i < kMany; ++i) {
    const Ints from_below = values(previous(), static_cast<int>(i), 2 * kCount);
    const Ints from_above = values(next(), static_cast<int>(i), 2 * kCount);
    Ints expected(from_below.begin() + kCount, from_below.end());
    expected.insert(expected.end(), from_above.begin(), from_above.begin() + kCount);
    EXPECT_EQ(recvs[i]->get(), expected) << i;
  }
  EXPECT_MPI(MPI_Comm_free(&comm));
}

// Every start has new data; the arrays of counts have been freed by then.
TEST_F(Neighborhoods, BegunAgainAndAgain) {
  const int to = next();
  const int from = previous();
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Dist_graph_create_adjacent(kWorld, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
  constexpr int kCount = 3000;
  Array<int> send(Ints(kCount, 0));
  const Array<int> recv(Ints(kCount, kNothing));
  MPI_Request request = MPI_REQUEST_NULL;
  {
    int count = kCount;
    int place = 0;
    EXPECT_MPI(MPI_Neighbor_alltoallv_init(send.data(), &count, &place, MPI_INT, recv.data(), &count, &place, MPI_INT, comm,
                                           MPI_INFO_NULL, &request));
    count = place = -1;
  }
  for (int round = 0; round < 5; ++round) {
    send.set(values(rank(), round, kCount));
    EXPECT_MPI(MPI_Start(&request));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_EQ(recv.get(), values(from, round, kCount)) << round;
  }
  EXPECT_MPI(MPI_Request_free(&request));
  EXPECT_MPI(MPI_Comm_free(&comm));
}

// Displacements from MPI_BOTTOM are addresses.
TEST_F(Neighborhoods, FromTheBottom) {
  const int to = next();
  const int from = previous();
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Dist_graph_create_adjacent(kWorld, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
  const int count = 500;
  const MPI_Datatype type = MPI_INT;
  for (const Form form : kForms) {
    const Array<int> send(values(rank(), 0, count));
    const Array<int> recv(Ints(count, kNothing));
    MPI_Aint out = 0;
    MPI_Aint in = 0;
    EXPECT_MPI(MPI_Get_address(send.data(), &out));
    EXPECT_MPI(MPI_Get_address(recv.data(), &in));
    EXPECT_MPI(call(form, MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init, MPI_BOTTOM, &count,
                    &out, &type, MPI_BOTTOM, &count, &in, &type, comm));
    EXPECT_EQ(recv.get(), values(from, 0, count));
  }
  EXPECT_MPI(MPI_Comm_free(&comm));
}

TEST_F(Neighborhoods, WrongCalls) {
  int here[4] = {0, 0, 0, 0};
  int there[4] = {0, 0, 0, 0};
  const int one[2] = {1, 1};
  const int negative[2] = {-1, 1};
  const int places[2] = {0, 1};
  for (const Form form : kForms) {
    EXPECT_CLASS(call(form, MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init, here, 1, MPI_INT,
                      there, 1, MPI_INT, kWorld),
                 MPI_ERR_TOPOLOGY);
  }
  const int wraps = 1;
  const int alone = 1;
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Cart_create(MPI_COMM_SELF, 1, &alone, &wraps, 0, &comm));
  for (const Form form : kForms) {
    const auto alltoall = [&](const void* send, int count, MPI_Datatype type, void* recv) {
      return call(form, MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init, send, count, type, recv, 1,
                  MPI_INT, comm);
    };
    EXPECT_CLASS(alltoall(MPI_IN_PLACE, 1, MPI_INT, there), MPI_ERR_BUFFER);
    EXPECT_CLASS(alltoall(here, 1, MPI_INT, MPI_IN_PLACE), MPI_ERR_BUFFER);
    EXPECT_CLASS(alltoall(nullptr, 1, MPI_INT, there), MPI_ERR_BUFFER);
    EXPECT_CLASS(alltoall(here, -1, MPI_INT, there), MPI_ERR_COUNT);
    EXPECT_CLASS(alltoall(here, 2, MPI_INT, there), MPI_ERR_TRUNCATE);
    EXPECT_CLASS(alltoall(here, 1, MPI_DATATYPE_NULL, there), MPI_ERR_TYPE);
    const auto alltoallv = [&](const int* counts, const int* displacements) {
      return call(form, MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init, here, counts,
                  displacements, MPI_INT, there, one, places, MPI_INT, comm);
    };
    EXPECT_CLASS(alltoallv(negative, places), MPI_ERR_COUNT);
    EXPECT_CLASS(alltoallv(nullptr, places), MPI_ERR_ARG);
    EXPECT_CLASS(alltoallv(one, nullptr), MPI_ERR_ARG);
    // A part that goes down arrives from above; here it overlaps the part that is received.
    EXPECT_CLASS(alltoall(there, 1, MPI_INT, there - 1), MPI_ERR_BUFFER);
    EXPECT_MPI(alltoall(here, 1, MPI_INT, there));
  }
  EXPECT_MPI(MPI_Comm_free(&comm));
}

// Every rank knows that such graphs allow no exchange, so none waits.
TEST_F(Neighborhoods, OfGraphsThatLeadOneWayAreNone) {
  if (size() < 2) return;
  const Ints index = {1, 1};
  const int edge = 1;
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Graph_create(kWorld, 2, index.data(), &edge, 0, &comm));
  if (comm == MPI_COMM_NULL) return;
  int here = 0;
  int there = 0;
  const int code = MPI_Neighbor_allgather(&here, 1, MPI_INT, &there, 1, MPI_INT, comm);
  EXPECT_CLASS(code, MPI_ERR_TOPOLOGY);
  EXPECT_NE(text_of(code).find("MPI_Dist_graph_create_adjacent"), std::string::npos);
  EXPECT_MPI(MPI_Comm_free(&comm));
}

}  // namespace
}  // namespace penstock::test
