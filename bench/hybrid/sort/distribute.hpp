// Every record from the input of its rank to the bucket that it belongs to, in two forms.
#pragma once

#include "buckets.hpp"

namespace bench::hybrid {

// MPI alone: all ranks read a piece, exchange it by MPI_Alltoallv and write what came. Collective.
void distribute_by_messages(const Plan& plan, const RecordFile& input, Buckets* buckets);

// MPI and OpenSHMEM: threads read pieces and put what they read into the symmetric queues of the owners, while another one
// writes what has come to the buckets; with one thread that one does both in turns. Collective.
void distribute_by_puts(const Plan& plan, const RecordFile& input, int threads, Buckets* buckets);

}  // namespace bench::hybrid
