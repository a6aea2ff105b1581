// Neighbourhood collectives: each rank exchanges data with its neighbours in the communicator's topology.
#pragma once

#include "base/status.hpp"
#include "core/collective/collective.hpp"
#include "core/comm/comm.hpp"

namespace penstock::core {

// These work as the makers of core/collective/collective.hpp, in the terms of the standard's section 8.6: arrays have an entry
// for each neighbour in its order. Neighbours beyond the border of a grid only count in that order. They return kTopology
// without a topology; MPI_IN_PLACE is not accepted.
[[nodiscard]] Status make_neighbor_allgather(Comm& comm, const Data& send, const Data& recv, Collective* out);
[[nodiscard]] Status make_neighbor_allgatherv(Comm& comm, const Data& send, const Parts& recv, Collective* out);
[[nodiscard]] Status make_neighbor_alltoall(Comm& comm, const Data& send, const Data& recv, Collective* out);
[[nodiscard]] Status make_neighbor_alltoallv(Comm& comm, const Parts& send, const Parts& recv, Collective* out);
[[nodiscard]] Status make_neighbor_alltoallw(Comm& comm, const TypedParts& send, const TypedParts& recv, Collective* out);

}  // namespace penstock::core
