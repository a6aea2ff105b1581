// Grids and graphs: how they are made, what they return, and what is refused.
#include <algorithm>
#include <climits>
#include <numeric>
#include <random>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

const MPI_Comm kWorld = MPI_COMM_WORLD;
using Ints = std::vector<int>;

int topology_of(MPI_Comm comm) {
  int kind = -1;
  EXPECT_MPI(MPI_Topo_test(comm, &kind));
  return kind;
}

MPI_Comm grid_of(const Ints& dims, const Ints& periods, int reorder = 0, MPI_Comm from = kWorld) {
  MPI_Comm made = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Cart_create(from, static_cast<int>(dims.size()), dims.data(), periods.data(), reorder, &made));
  return made;
}

Ints even_dims(int nodes, std::size_t ndims) {
  Ints dims(ndims);
  EXPECT_MPI(MPI_Dims_create(nodes, static_cast<int>(ndims), dims.data()));
  return dims;
}

void release(MPI_Comm* comm) {
  if (*comm != MPI_COMM_NULL) {
    EXPECT_MPI(MPI_Comm_free(comm));
  }
}

struct Lists {
  Ints sources, source_weights, destinations, destination_weights;
  int weighted = -1;
};
Lists lists_of(MPI_Comm comm) {
  Lists lists;
  int in = -1;
  int out = -1;
  EXPECT_MPI(MPI_Dist_graph_neighbors_count(comm, &in, &out, &lists.weighted));
  lists.sources.resize(static_cast<std::size_t>(in));
  lists.destinations.resize(static_cast<std::size_t>(out));
  lists.source_weights.assign(lists.sources.size(), -1);
  lists.destination_weights.assign(lists.destinations.size(), -1);
  EXPECT_MPI(MPI_Dist_graph_neighbors(comm, in, lists.sources.data(), lists.source_weights.data(), out,
                                      lists.destinations.data(), lists.destination_weights.data()));
  return lists;
}

class Topologies : public Mpi {};

TEST_F(Topologies, ThereIsNoneAtFirst) {
  EXPECT_EQ(topology_of(kWorld), MPI_UNDEFINED);
  int number = 0;
  EXPECT_CLASS(MPI_Cartdim_get(kWorld, &number), MPI_ERR_TOPOLOGY);
  EXPECT_CLASS(MPI_Graph_neighbors_count(kWorld, 0, &number), MPI_ERR_TOPOLOGY);
  EXPECT_CLASS(MPI_Dist_graph_neighbors_count(kWorld, &number, &number, &number), MPI_ERR_TOPOLOGY);
}

// Compares rank and coordinates with the standard's definition: row-major order.
void check_grid(MPI_Comm comm, const Ints& dims, const Ints& periods) {
  EXPECT_EQ(topology_of(comm), MPI_CART);
  const int ndims = static_cast<int>(dims.size());
  int found = -1;
  EXPECT_MPI(MPI_Cartdim_get(comm, &found));
  ASSERT_EQ(found, ndims);
  Ints got_dims(dims.size()), got_periods(dims.size()), own(dims.size());
  EXPECT_MPI(MPI_Cart_get(comm, ndims, got_dims.data(), got_periods.data(), own.data()));
  EXPECT_EQ(got_dims, dims);
  EXPECT_EQ(got_periods, periods);
  for (int r = 0; r < size_of(comm); ++r) {
    Ints expected(dims.size()), coords(dims.size());
    for (std::size_t d = dims.size(), rest = static_cast<std::size_t>(r); d-- > 0; rest /= static_cast<std::size_t>(dims[d])) {
      expected[d] = static_cast<int>(rest % static_cast<std::size_t>(dims[d]));
    }
    EXPECT_MPI(MPI_Cart_coords(comm, r, ndims, coords.data()));
    EXPECT_EQ(coords, expected);
    EXPECT_MPI(MPI_Cart_rank(comm, coords.data(), &found));
    EXPECT_EQ(found, r);
    if (r == rank_in(comm)) {
      EXPECT_EQ(own, expected);
    }
  }
}

// Returns the rank that lies `by` further along a dimension, or MPI_PROC_NULL.
int beyond(const Ints& dims, const Ints& periods, Ints coords, std::size_t d, long by) {
  const long to = coords[d] + by;
  if (periods[d] == 0 && (to < 0 || to >= dims[d])) return MPI_PROC_NULL;
  coords[d] = static_cast<int>((to % dims[d] + dims[d]) % dims[d]);
  int at = 0;
  for (std::size_t i = 0; i < dims.size(); ++i) at = at * dims[i] + coords[i];
  return at;
}

void check_shifts(MPI_Comm comm, const Ints& dims, const Ints& periods) {
  Ints own(dims.size());
  EXPECT_MPI(MPI_Cart_coords(comm, rank_in(comm), static_cast<int>(dims.size()), own.data()));
  for (std::size_t d = 0; d < dims.size(); ++d) {
    for (const int by : {-3, -1, 0, 1, 2, 100, INT_MAX, INT_MIN}) {
      int source = -9;
      int destination = -9;
      EXPECT_MPI(MPI_Cart_shift(comm, static_cast<int>(d), by, &source, &destination));
      EXPECT_EQ(destination, beyond(dims, periods, own, d, by)) << by;
      EXPECT_EQ(source, beyond(dims, periods, own, d, -static_cast<long>(by))) << by;
    }
  }
}

TEST_F(Topologies, GridsOfEveryShape) {
  for (const std::size_t ndims : {1UL, 2UL, 3UL, 5UL}) {
    const Ints dims = even_dims(size(), ndims);
    for (const int pattern : {0, 1, 2, 3}) {
      Ints periods(ndims);
      for (std::size_t d = 0; d < ndims; ++d)
        periods[d] = pattern == 3 || (pattern != 0 && d % 2 == static_cast<std::size_t>(pattern - 1)) ? 1 : 0;
      MPI_Comm comm = grid_of(dims, periods);
      check_grid(comm, dims, periods);
      check_shifts(comm, dims, periods);
      release(&comm);
    }
  }
}

// Any number but 0 makes a dimension periodic.
TEST_F(Topologies, CoordinatesWrapWherePeriodic) {
  MPI_Comm comm = grid_of({size()}, {7});
  int wraps = -1;
  int dims = 0;
  int at = 0;
  EXPECT_MPI(MPI_Cart_get(comm, 1, &dims, &wraps, &at));
  EXPECT_EQ(wraps, 1);
  for (const int far : {-1, -size() - 1, size(), 5 * size() + 1, INT_MIN, INT_MAX}) {
    EXPECT_MPI(MPI_Cart_rank(comm, &far, &at));
    EXPECT_EQ(at, static_cast<int>(((far % size()) + size()) % size()));
  }
  release(&comm);
  comm = grid_of({size()}, {0});
  for (const int out : {-1, size()}) EXPECT_CLASS(MPI_Cart_rank(comm, &out, &at), MPI_ERR_ARG);
  release(&comm);
}

TEST_F(Topologies, AGridWithoutDimensionsIsOneRank) {
  MPI_Comm comm = grid_of({}, {});
  EXPECT_EQ(comm == MPI_COMM_NULL, rank() != 0);
  if (rank() != 0) return;
  check_grid(comm, {}, {});
  EXPECT_EQ(size_of(comm), 1);
  int number = -1;
  EXPECT_MPI(MPI_Cart_rank(comm, nullptr, &number));
  EXPECT_EQ(number, 0);
  EXPECT_CLASS(MPI_Cart_shift(comm, 0, 1, &number, &number), MPI_ERR_DIMS);
  MPI_Comm sub = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Cart_sub(comm, nullptr, &sub));
  check_grid(sub, {}, {});
  release(&sub);
  release(&comm);
}

TEST_F(Topologies, RanksThatAreNoNodeGetNothing) {
  const int nodes = std::max(1, size() - 1);
  for (const int reorder : {0, 1}) {
    MPI_Comm comm = grid_of({nodes, 1}, {1, 0}, reorder);
    EXPECT_EQ(comm == MPI_COMM_NULL, rank() >= nodes);
    if (comm != MPI_COMM_NULL) {
      EXPECT_EQ(size_of(comm), nodes);
    }
    release(&comm);
    const Ints index(static_cast<std::size_t>(nodes), 0);
    EXPECT_MPI(MPI_Graph_create(kWorld, nodes, index.data(), nullptr, reorder, &comm));
    EXPECT_EQ(comm == MPI_COMM_NULL, rank() >= nodes);
    release(&comm);
    EXPECT_MPI(MPI_Graph_create(kWorld, 0, nullptr, nullptr, reorder, &comm));
    EXPECT_EQ(comm, MPI_COMM_NULL);
  }
}

TEST_F(Topologies, SubgridsAreGrids) {
  const Ints dims = even_dims(size(), 3);
  const Ints periods = {1, 0, 1};
  MPI_Comm comm = grid_of(dims, periods);
  Ints own(3);
  EXPECT_MPI(MPI_Cart_coords(comm, rank_in(comm), 3, own.data()));
  for (int kept = 0; kept < 8; ++kept) {
    Ints remain(3), sub_dims, sub_periods, place, expected_place;
    int members = 1;
    for (std::size_t d = 0; d < 3; ++d) {
      remain[d] = (kept >> d & 1) != 0 ? 1 : 0;
      if (remain[d] == 0) continue;
      sub_dims.push_back(dims[d]);
      sub_periods.push_back(periods[d]);
      expected_place.push_back(own[d]);
      members *= dims[d];
    }
    MPI_Comm sub = MPI_COMM_NULL;
    EXPECT_MPI(MPI_Cart_sub(comm, remain.data(), &sub));
    ASSERT_EQ(size_of(sub), members);
    check_grid(sub, sub_dims, sub_periods);
    place.resize(sub_dims.size());
    EXPECT_MPI(MPI_Cart_coords(sub, rank_in(sub), static_cast<int>(place.size()), place.data()));
    EXPECT_EQ(place, expected_place);
    // Its members share the coordinates that were dropped.
    for (std::size_t d = 0; d < 3; ++d) {
      int least = 0;
      EXPECT_MPI(MPI_Allreduce(&own[d], &least, 1, MPI_INT, MPI_MIN, sub));
      EXPECT_EQ(least, remain[d] != 0 ? 0 : own[d]);
    }
    release(&sub);
  }
  release(&comm);
}

// Node i has i more neighbours than its neighbours in a ring: edges come twice, and lead back.
TEST_F(Topologies, GraphsTellWhatTheyWereMadeOf) {
  Ints index, edges;
  for (int node = 0; node < size(); ++node) {
    edges.push_back((node + 1) % size());
    for (int i = 0; i < node % 3; ++i) edges.push_back(node);
    edges.push_back((node + size() - 1) % size());
    index.push_back(static_cast<int>(edges.size()));
  }
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Graph_create(kWorld, size(), index.data(), edges.data(), 0, &comm));
  EXPECT_EQ(topology_of(comm), MPI_GRAPH);
  int nodes = 0;
  int count = 0;
  EXPECT_MPI(MPI_Graphdims_get(comm, &nodes, &count));
  ASSERT_EQ(nodes, size());
  ASSERT_EQ(count, static_cast<int>(edges.size()));
  Ints got_index(index.size()), got_edges(edges.size());
  EXPECT_MPI(MPI_Graph_get(comm, nodes, count, got_index.data(), got_edges.data()));
  EXPECT_EQ(got_index, index);
  EXPECT_EQ(got_edges, edges);
  for (int node = 0, first = 0; node < size(); first = index[static_cast<std::size_t>(node++)]) {
    EXPECT_MPI(MPI_Graph_neighbors_count(comm, node, &count));
    ASSERT_EQ(count, 2 + node % 3);
    Ints neighbors(static_cast<std::size_t>(count));
    EXPECT_MPI(MPI_Graph_neighbors(comm, node, count, neighbors.data()));
    EXPECT_TRUE(std::equal(neighbors.begin(), neighbors.end(), edges.begin() + first));
    EXPECT_CLASS(MPI_Graph_neighbors(comm, node, count - 1, neighbors.data()), MPI_ERR_ARG);
  }
  EXPECT_CLASS(MPI_Graph_neighbors_count(comm, size(), &count), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Graph_get(comm, nodes - 1, 1000, got_index.data(), got_edges.data()), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Cartdim_get(comm, &count), MPI_ERR_TOPOLOGY);
  release(&comm);
}

// There are three outgoing edges, of which one comes twice and one may lead back, and two incoming edges.
TEST_F(Topologies, AdjacentListsComeBackAsTheyWereGiven) {
  const Ints destinations = {next(), rank(), next()};
  const Ints sources = {previous(), previous(), rank()};
  const Ints in_weights = {4, 0, 6};
  const Ints out_weights = {7, 8, 9};
  for (const int reorder : {0, 1}) {
    MPI_Comm comm = MPI_COMM_NULL;
    EXPECT_MPI(MPI_Dist_graph_create_adjacent(kWorld, 3, sources.data(), in_weights.data(), 3, destinations.data(),
                                              out_weights.data(), MPI_INFO_NULL, reorder, &comm));
    EXPECT_EQ(topology_of(comm), MPI_DIST_GRAPH);
    const Lists lists = lists_of(comm);
    EXPECT_EQ(lists.weighted, 1);
    if (rank_in(comm) == rank()) {
      EXPECT_EQ(lists.sources, sources);
      EXPECT_EQ(lists.destinations, destinations);
    }
    EXPECT_EQ(lists.source_weights, in_weights);
    EXPECT_EQ(lists.destination_weights, out_weights);
    // Part of a list, and no weights.
    int first[2] = {-5, -5};
    EXPECT_MPI(MPI_Dist_graph_neighbors(comm, 1, &first[0], MPI_UNWEIGHTED, 0, nullptr, MPI_UNWEIGHTED));
    EXPECT_EQ(first[0], lists.sources[0]);
    EXPECT_EQ(first[1], -5);
    release(&comm);

    EXPECT_MPI(MPI_Dist_graph_create_adjacent(kWorld, 3, sources.data(), MPI_UNWEIGHTED, 3, destinations.data(), MPI_UNWEIGHTED,
                                              MPI_INFO_NULL, reorder, &comm));
    const Lists plain = lists_of(comm);
    EXPECT_EQ(plain.weighted, 0);
    EXPECT_EQ(plain.source_weights, Ints(3, -1)) << "weights of a graph that has none were written";
    release(&comm);

    EXPECT_MPI(MPI_Dist_graph_create_adjacent(kWorld, 0, nullptr, MPI_WEIGHTS_EMPTY, 0, nullptr, MPI_WEIGHTS_EMPTY,
                                              MPI_INFO_NULL, reorder, &comm));
    EXPECT_EQ(lists_of(comm).weighted, 1);
    EXPECT_TRUE(lists_of(comm).sources.empty());
    release(&comm);
  }
}

// Every rank knows the random graph; each names the edges that fall to it, whichever ranks they belong to.
TEST_F(Topologies, RanksDescribeEachOthersEdges) {
  struct Named {
    int by, from, to, weight;
  };
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    std::mt19937 random(seed);
    const auto any = [&] { return static_cast<int>(random() % static_cast<unsigned>(size())); };
    std::vector<Named> all;
    for (int i = 0; i < 5 * size(); ++i) all.push_back({seed == 1 ? 0 : any(), any(), any(), i});
    std::ranges::stable_sort(all, {}, &Named::by);
    Ints sources, degrees, destinations, weights, expected_in, expected_out, in_weights, out_weights;
    for (const Named& edge : all) {
      if (edge.from == rank()) {
        expected_out.push_back(edge.to);
        out_weights.push_back(edge.weight);
      }
      if (edge.to == rank()) {
        expected_in.push_back(edge.from);
        in_weights.push_back(edge.weight);
      }
      if (edge.by != rank()) continue;
      if (sources.empty() || sources.back() != edge.from) {
        sources.push_back(edge.from);
        degrees.push_back(0);
      }
      ++degrees.back();
      destinations.push_back(edge.to);
      weights.push_back(edge.weight);
    }
    for (const bool weighted : {true, false}) {
      MPI_Comm comm = MPI_COMM_NULL;
      const int* given = weights.empty() ? MPI_WEIGHTS_EMPTY : weights.data();
      EXPECT_MPI(MPI_Dist_graph_create(kWorld, static_cast<int>(sources.size()), sources.data(), degrees.data(),
                                       destinations.data(), weighted ? given : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
      const Lists lists = lists_of(comm);
      EXPECT_EQ(lists.weighted, weighted ? 1 : 0);
      EXPECT_EQ(lists.sources, expected_in);
      EXPECT_EQ(lists.destinations, expected_out);
      if (weighted) {
        EXPECT_EQ(lists.source_weights, in_weights);
        EXPECT_EQ(lists.destination_weights, out_weights);
      }
      release(&comm);
    }
  }
}

TEST_F(Topologies, DuplicatesKeepItOthersDoNot) {
  const Ints dims = even_dims(size(), 2);
  MPI_Comm grid = grid_of(dims, {1, 0});
  MPI_Comm copies[3];
  EXPECT_MPI(MPI_Comm_dup(grid, &copies[0]));
  EXPECT_MPI(MPI_Comm_dup_with_info(grid, MPI_INFO_NULL, &copies[1]));
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Comm_idup(grid, &copies[2], &request));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  MPI_Comm split = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split(grid, 0, rank_in(grid), &split));
  EXPECT_EQ(topology_of(split), MPI_UNDEFINED);
  release(&split);
  MPI_Group group = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Comm_group(grid, &group));
  EXPECT_MPI(MPI_Comm_create(grid, group, &split));
  EXPECT_EQ(topology_of(split), MPI_UNDEFINED);
  EXPECT_MPI(MPI_Group_free(&group));
  release(&split);
  release(&grid);
  for (MPI_Comm& copy : copies) {
    check_grid(copy, dims, {1, 0});
    check_shifts(copy, dims, {1, 0});
    release(&copy);
  }
}

// The graph of a graph communicator is duplicated too, after the first one is freed.
TEST_F(Topologies, DuplicatesOfGraphs) {
  MPI_Comm graph = MPI_COMM_NULL;
  const int to = next();
  const int from = previous();
  EXPECT_MPI(
      MPI_Dist_graph_create_adjacent(kWorld, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph));
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(graph, &copy));
  release(&graph);
  EXPECT_EQ(lists_of(copy).destinations, Ints{to});
  release(&copy);
}

TEST_F(Topologies, MappingTellsWhatCreatingDoes) {
  for (const std::size_t ndims : {1UL, 2UL, 3UL}) {
    const Ints dims = even_dims(size(), ndims);
    const Ints periods(ndims, 1);
    MPI_Comm comm = grid_of(dims, periods, 1);
    int mapped = -5;
    EXPECT_MPI(MPI_Cart_map(kWorld, static_cast<int>(ndims), dims.data(), periods.data(), &mapped));
    EXPECT_EQ(mapped, rank_in(comm));
    release(&comm);
  }
  const int one = 1;
  const int no = 0;
  int mapped = -5;
  EXPECT_MPI(MPI_Cart_map(kWorld, 1, &one, &no, &mapped));
  EXPECT_EQ(mapped, rank() == 0 ? 0 : MPI_UNDEFINED);
  Ints index, edges;
  for (int node = 0; node < size(); ++node) {
    edges.push_back(size() - 1 - node);
    index.push_back(node + 1);
  }
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Graph_create(kWorld, size(), index.data(), edges.data(), 1, &comm));
  EXPECT_MPI(MPI_Graph_map(kWorld, size(), index.data(), edges.data(), &mapped));
  EXPECT_EQ(mapped, rank_in(comm));
  release(&comm);
}

TEST_F(Topologies, WrongGrids) {
  MPI_Comm made = MPI_COMM_NULL;
  const int yes[2] = {1, 1};
  const int dims[2] = {size(), 2};
  EXPECT_CLASS(MPI_Cart_create(kWorld, 2, dims, yes, 0, &made), MPI_ERR_ARG);  // too large
  const int huge[2] = {INT_MAX, INT_MAX};
  EXPECT_CLASS(MPI_Cart_create(kWorld, 2, huge, yes, 0, &made), MPI_ERR_ARG);
  const int negative[2] = {1, -1};
  EXPECT_CLASS(MPI_Cart_create(kWorld, 2, negative, yes, 0, &made), MPI_ERR_DIMS);
  const int zero[2] = {0, 1};
  EXPECT_CLASS(MPI_Cart_create(kWorld, 2, zero, yes, 0, &made), MPI_ERR_DIMS);
  EXPECT_CLASS(MPI_Cart_create(kWorld, -1, yes, yes, 0, &made), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Cart_create(kWorld, 1, nullptr, yes, 0, &made), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Cart_create(kWorld, 1, yes, nullptr, 0, &made), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Cart_create(kWorld, 1, yes, yes, 0, nullptr), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Cart_create(MPI_COMM_NULL, 1, yes, yes, 0, &made), MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Cart_sub(kWorld, yes, &made), MPI_ERR_TOPOLOGY);
  EXPECT_EQ(made, MPI_COMM_NULL);

  MPI_Comm grid = grid_of({size(), 1}, {0, 0});
  int number[2] = {-1, -1};
  EXPECT_CLASS(MPI_Cart_coords(grid, size(), 2, number), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Cart_coords(grid, -1, 2, number), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Cart_coords(grid, 0, 1, number), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Cart_get(grid, 1, number, number, number), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Cart_rank(grid, nullptr, number), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Cart_shift(grid, 2, 1, &number[0], &number[1]), MPI_ERR_DIMS);
  EXPECT_CLASS(MPI_Cart_shift(grid, -1, 1, &number[0], &number[1]), MPI_ERR_DIMS);
  EXPECT_CLASS(MPI_Graphdims_get(grid, &number[0], &number[1]), MPI_ERR_TOPOLOGY);
  EXPECT_NE(text_of(MPI_Graphdims_get(grid, &number[0], &number[1])).find("MPI_CART"), std::string::npos);
  release(&grid);
}

TEST_F(Topologies, WrongDimensions) {
  int dims[3] = {0, -1, 0};
  EXPECT_CLASS(MPI_Dims_create(6, 3, dims), MPI_ERR_DIMS);
  EXPECT_CLASS(MPI_Dims_create(0, 1, dims), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Dims_create(6, -1, dims), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Dims_create(6, 1, nullptr), MPI_ERR_ARG);
  EXPECT_MPI(MPI_Dims_create(6, 0, nullptr));
  int given[3] = {0, 5, 0};
  EXPECT_CLASS(MPI_Dims_create(12, 3, given), MPI_ERR_DIMS);
  EXPECT_EQ(given[0], 0);
}

TEST_F(Topologies, WrongGraphs) {
  MPI_Comm made = MPI_COMM_NULL;
  const Ints index(static_cast<std::size_t>(size()) + 1, 1);
  const int own = 0;
  const int outside = size();
  EXPECT_CLASS(MPI_Graph_create(kWorld, size() + 1, index.data(), &own, 0, &made), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Graph_create(kWorld, -1, index.data(), &own, 0, &made), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Graph_create(kWorld, 1, index.data(), &outside, 0, &made), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Graph_create(kWorld, 1, index.data(), nullptr, 0, &made), MPI_ERR_ARG);
  const int falling = -1;
  EXPECT_CLASS(MPI_Graph_create(kWorld, 1, &falling, &own, 0, &made), MPI_ERR_ARG);

  const int weight = -1;
  const auto adjacent = [&](int in, const int* sources, const int* in_weights, int out, const int* destinations,
                            const int* out_weights) {
    return MPI_Dist_graph_create_adjacent(kWorld, in, sources, in_weights, out, destinations, out_weights, MPI_INFO_NULL, 0,
                                          &made);
  };
  EXPECT_CLASS(adjacent(1, &outside, MPI_UNWEIGHTED, 0, nullptr, MPI_UNWEIGHTED), MPI_ERR_RANK);
  EXPECT_CLASS(adjacent(0, nullptr, MPI_UNWEIGHTED, 1, &outside, MPI_UNWEIGHTED), MPI_ERR_RANK);
  EXPECT_CLASS(adjacent(1, nullptr, MPI_UNWEIGHTED, 0, nullptr, MPI_UNWEIGHTED), MPI_ERR_ARG);
  EXPECT_CLASS(adjacent(-1, &own, MPI_UNWEIGHTED, 0, nullptr, MPI_UNWEIGHTED), MPI_ERR_ARG);
  EXPECT_CLASS(adjacent(1, &own, &weight, 1, &own, &weight), MPI_ERR_ARG);
  EXPECT_CLASS(adjacent(1, &own, MPI_UNWEIGHTED, 1, &own, &outside), MPI_ERR_ARG);
  EXPECT_CLASS(adjacent(1, &own, MPI_WEIGHTS_EMPTY, 1, &own, &outside), MPI_ERR_ARG);
  EXPECT_CLASS(adjacent(1, &own, nullptr, 1, &own, &outside), MPI_ERR_ARG);

  const auto described = [&](int n, const int* sources, const int* degrees, const int* destinations, const int* weights) {
    return MPI_Dist_graph_create(kWorld, n, sources, degrees, destinations, weights, MPI_INFO_NULL, 0, &made);
  };
  const int one = 1;
  EXPECT_CLASS(described(1, &outside, &one, &own, MPI_UNWEIGHTED), MPI_ERR_RANK);
  EXPECT_CLASS(described(1, &own, &one, &outside, MPI_UNWEIGHTED), MPI_ERR_RANK);
  EXPECT_CLASS(described(1, &own, &weight, &own, MPI_UNWEIGHTED), MPI_ERR_ARG);
  EXPECT_CLASS(described(1, &own, &one, &own, &weight), MPI_ERR_ARG);
  EXPECT_CLASS(described(1, &own, &one, nullptr, MPI_UNWEIGHTED), MPI_ERR_ARG);
  EXPECT_CLASS(described(-1, &own, &one, &own, MPI_UNWEIGHTED), MPI_ERR_ARG);
  EXPECT_EQ(made, MPI_COMM_NULL);
}

TEST_F(Topologies, TwoGroupsHaveNone) {
  if (size() < 2) return;
  MPI_Comm half = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split(kWorld, rank() % 2, 0, &half));
  MPI_Comm inter = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Intercomm_create(half, 0, kWorld, 1 - rank() % 2, 5, &inter));
  EXPECT_EQ(topology_of(inter), MPI_UNDEFINED);
  MPI_Comm made = MPI_COMM_NULL;
  const int one = 1;
  int mapped = 0;
  EXPECT_CLASS(MPI_Cart_create(inter, 1, &one, &one, 0, &made), MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Cart_map(inter, 1, &one, &one, &mapped), MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Graph_create(inter, 0, nullptr, nullptr, 0, &made), MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Dist_graph_create(inter, 0, nullptr, nullptr, nullptr, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made),
               MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Neighbor_allgather(&one, 1, MPI_INT, &mapped, 1, MPI_INT, inter), MPI_ERR_TOPOLOGY);
  release(&inter);
  release(&half);
}

}  // namespace
}  // namespace penstock::test
