# Each rank adds its number, from one on, to the others' numbers.
library(Rmpi)
rank <- mpi.comm.rank(0)
sum <- mpi.allreduce(as.integer(rank + 1), type = 1, op = "sum", comm = 0)
cat(sprintf("rank %d of size %d, sum %d\n", rank, mpi.comm.size(0), sum))
invisible(mpi.finalize())
