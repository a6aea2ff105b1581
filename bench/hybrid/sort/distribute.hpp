// Two forms that move every record from the input of its rank to its bucket.
#pragma once

#include "buckets.hpp"

namespace bench::hybrid {

// MPI alone: all ranks read a piece, exchange it by MPI_Alltoallv and write the records that they received. Collective.
void distribute_by_messages(const Plan& plan, const RecordFile& input, Buckets* buckets);

// MPI and OpenSHMEM: threads read pieces and put the records into the symmetric queues of the owners, while another thread
// writes received records to the buckets; with one thread, that thread does both in turns. Collective.
void distribute_by_puts(const Plan& plan, const RecordFile& input, int threads, Buckets* buckets);

}  // namespace bench::hybrid
