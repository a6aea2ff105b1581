// The types of the MPICH ABI. Handles are ints; each kind has a type of its own here, so that the right table is taken.
#pragma once

#include "mpi.h"

namespace penstock::faces::mpich {

enum class Comm : int {};
enum class Datatype : int {};
enum class Errhandler : int {};
enum class Group : int {};
enum class Info : int {};
enum class Message : int {};
enum class Op : int {};
enum class Request : int {};
enum class Session : int {};
enum class Win : int {};
using File = MPI_File;  // a pointer in both ABIs; null is another value

// MPI_Status, as in memory. The high half of the number of bytes is shifted left by one; bit 0 says that the operation was
// cancelled.
struct Status {
  int count_low;
  int count_high_and_cancelled;
  int source;
  int tag;
  int error;
};
static_assert(sizeof(Status) == 20 && alignof(Status) == 4);

// One constant in both ABIs.
struct Known {
  int theirs;
  int ours;
};

}  // namespace penstock::faces::mpich
