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

// Decides which memory the ranks have.
enum class Pattern : std::uint8_t {
  kAllOne,      // of the kind named
  kEven,        // that kind on even ranks, host on others
  kOdd,         // that kind on odd ranks, host on others
  kRootAlone,   // that kind on the root, host on others
  kAllButRoot,  // that kind on all ranks but the root, host on the root
  kAny,         // each rank, and each of its buffers, has a kind of its own
};

struct Case {
  long number = 0;
  Call call = Call::kBarrier;
  Form form = Form::kBlocking;
  Pattern pattern = Pattern::kAllOne;
  std::size_t kind = 0;   // index in Store::kinds()
  std::size_t count = 0;  // elements of a part
  std::size_t shift = 0;  // elements from the beginning of memory to a buffer
  std::size_t group = 0;  // the group of units, where data moves
  std::size_t type = 0;   // index in element_types(), for reductions
  Op op = Op::kSum;
  int root = 0;
  bool in_place = false;
  bool overwrites = false;  // the send buffer is overwritten as soon as the call is complete; otherwise it must be unchanged
  bool replaces = false;    // and its memory is freed and allocated anew
  bool by_host = false;     // the host itself writes memory that it can access
  std::uint64_t key = 0;    // the key of all data
};

// This process in a communicator that has the ranks of MPI_COMM_WORLD.
struct Place {
  int rank = 0, size = 1;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm judging = MPI_COMM_NULL;  // for comparisons of results
};

[[nodiscard]] std::string text(const Case& what, const Store& store);
// Returns the kind of this rank's buffer: side 0 is sent, 1 received.
[[nodiscard]] std::size_t kind_of(const Case& what, const Store& store, int rank, int side);

}  // namespace penstock::test
