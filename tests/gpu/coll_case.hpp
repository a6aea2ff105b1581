// One call of a collective as the test plans it, the same on every rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "coll_buffer.hpp"
#include "coll_elements.hpp"
#include "common/coll_calls.hpp"

namespace penstock::test {

// Which memory the ranks have.
enum class Pattern : std::uint8_t {
  kAllOne,      // of the kind named
  kEven,        // that kind on even ranks, host on others
  kOdd,         // the other way round
  kRootAlone,   // that kind on the root, host on others
  kAllButRoot,  // the other way round
  kAny,         // each rank, and each of its buffers, has its own
};

struct Case {
  long number = 0;
  Call call = Call::kBarrier;
  Form form = Form::kBlocking;
  Pattern pattern = Pattern::kAllOne;
  std::size_t kind = 0;   // in Store::kinds()
  std::size_t count = 0;  // elements of a part
  std::size_t shift = 0;  // elements from the beginning of memory to a buffer
  std::size_t group = 0;  // of units, where data moves
  std::size_t type = 0;   // in element_types(), where it is reduced
  Op op = Op::kSum;
  int root = 0;
  bool in_place = false;
  bool overwrites = false;  // what was sent, as soon as the call is complete; else that must be as it was
  bool replaces = false;    // and its memory is freed and allocated anew
  bool by_host = false;     // memory that the host can touch is touched by it
  std::uint64_t key = 0;    // of all data
};

// This process in a communicator that has the ranks of MPI_COMM_WORLD.
struct Place {
  int rank = 0, size = 1;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm judging = MPI_COMM_NULL;  // for comparisons of what came out
};

[[nodiscard]] std::string text(const Case& what, const Store& store);
// Of this rank's buffer: side 0 is sent, 1 received.
[[nodiscard]] std::size_t kind_of(const Case& what, const Store& store, int rank, int side);

}  // namespace penstock::test
