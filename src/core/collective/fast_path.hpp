// The fast path of short blocking collectives leads from the call's arguments directly to the communicator's
// shared buffer (coll/fast_path/fast_path.hpp).
#pragma once

#include "base/status.hpp"
#include "core/collective/collective.hpp"

namespace penstock::core {

// Each takes the arguments of the collective's maker (collective/collective.hpp). It returns false if it did
// nothing: the arguments may be anything, even invalid, and the maker handles them. It returns true if the
// call is over, with its result in *status.
[[nodiscard]] bool barrier_at_once(Comm& comm, Status* status);
[[nodiscard]] bool bcast_at_once(Comm& comm, const Data& data, int root, Status* status);
[[nodiscard]] bool gather_at_once(Comm& comm, const Data& send, const Data& recv, int root, Status* status);
[[nodiscard]] bool scatter_at_once(Comm& comm, const Data& send, const Data& recv, int root, Status* status);
[[nodiscard]] bool allgather_at_once(Comm& comm, const Data& send, const Data& recv, Status* status);
[[nodiscard]] bool alltoall_at_once(Comm& comm, const Data& send, const Data& recv, Status* status);
[[nodiscard]] bool gatherv_at_once(Comm& comm, const Data& send, const Parts& recv, int root, Status* status);
[[nodiscard]] bool scatterv_at_once(Comm& comm, const Parts& send, const Data& recv, int root, Status* status);
[[nodiscard]] bool allgatherv_at_once(Comm& comm, const Data& send, const Parts& recv, Status* status);
[[nodiscard]] bool alltoallv_at_once(Comm& comm, const Parts& send, const Parts& recv, Status* status);
[[nodiscard]] bool alltoallw_at_once(Comm& comm, const TypedParts& send, const TypedParts& recv, Status* status);
[[nodiscard]] bool reduce_at_once(Comm& comm, const Operands& operands, const Op& op, int root, Status* status);
[[nodiscard]] bool allreduce_at_once(Comm& comm, const Operands& operands, const Op& op, Status* status);
[[nodiscard]] bool scan_at_once(Comm& comm, const Operands& operands, const Op& op, Status* status);
[[nodiscard]] bool exscan_at_once(Comm& comm, const Operands& operands, const Op& op, Status* status);
[[nodiscard]] bool reduce_scatter_block_at_once(Comm& comm, const Operands& operands, const Op& op, Status* status);
[[nodiscard]] bool reduce_scatter_at_once(Comm& comm, const Operands& operands, CountArray counts, const Op& op,
                                          Status* status);

}  // namespace penstock::core
