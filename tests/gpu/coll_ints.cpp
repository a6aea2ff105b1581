#include "coll_ints.hpp"

#include <cstddef>

namespace penstock::test {
namespace {

using enum Call;

constexpr int kUntouched = -1;

int value(const IntCase& what, int rank, int index) {
  return (rank * 131 + index % 9973 * 7 + what.seed * 17) % 1009;
}

std::size_t length(const IntCase& what, bool of_all) {
  return static_cast<std::size_t>(what.part) * static_cast<std::size_t>(of_all ? what.ranks : 1);
}

bool gives_to_all(Call call) {
  switch (call) {
    case kScatter:
    case kScatterv:
    case kAlltoall:
    case kAlltoallv:
    case kAlltoallw:
    case kReduceScatterBlock:
    case kReduceScatter: return true;
    default: return false;
  }
}

bool gets_from_all(Call call) {
  switch (call) {
    case kGather:
    case kGatherv:
    case kAllgather:
    case kAllgatherv:
    case kAlltoall:
    case kAlltoallv:
    case kAlltoallw: return true;
    default: return false;
  }
}

bool has_send(const IntCase& what) {
  if (what.call == kBcast) return false;
  return (what.call != kScatter && what.call != kScatterv) || what.rank == what.root;
}

bool has_recv(const IntCase& what) {
  return (what.call != kGather && what.call != kGatherv && what.call != kReduce) || what.rank == what.root;
}

// Returns the sum over ranks [0, end) of their operands at `index`.
int sum(const IntCase& what, int end, int index) {
  int total = 0;
  for (int rank = 0; rank < end; ++rank) total += value(what, rank, index);
  return total;
}

int result(const IntCase& what, int index) {
  const int own = what.rank * what.part + index;  // in what all ranks are given
  switch (what.call) {
    case kBcast: return value(what, what.root, index);
    case kScatter:
    case kScatterv: return value(what, what.root, own);
    case kGather:
    case kGatherv:
    case kAllgather:
    case kAllgatherv: return value(what, index / what.part, index % what.part);
    case kAlltoall:
    case kAlltoallv:
    case kAlltoallw: return value(what, index / what.part, what.rank * what.part + index % what.part);
    case kReduceScatterBlock:
    case kReduceScatter: return sum(what, what.ranks, own);
    case kScan: return sum(what, what.rank + 1, index);
    case kExscan: return what.rank == 0 ? kUntouched : sum(what, what.rank, index);
    case kReduce:
    case kAllreduce:
    case kBarrier: break;
  }
  return sum(what, what.ranks, index);
}

IntLists lists_of(const IntCase& what) {
  IntLists lists;
  const int unit = what.call == kAlltoallw ? static_cast<int>(sizeof(int)) : 1;
  for (int i = 0; i < what.ranks; ++i) {
    lists.counts.push_back(what.part);
    lists.places.push_back(i * what.part * unit);
    lists.types.push_back(MPI_INT);
  }
  return lists;
}

}  // namespace

std::vector<int> given(const IntCase& what) {
  std::vector<int> values(has_send(what) ? length(what, gives_to_all(what.call)) : 0);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(what, what.rank, static_cast<int>(i));
  return values;
}

std::vector<int> before(const IntCase& what) {
  if (what.call == kBcast && what.rank == what.root) return after(what);
  return std::vector<int>(has_recv(what) ? length(what, gets_from_all(what.call)) : 0, kUntouched);
}

std::vector<int> after(const IntCase& what) {
  std::vector<int> values(has_recv(what) ? length(what, gets_from_all(what.call)) : 0);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = result(what, static_cast<int>(i));
  return values;
}

int begin(const IntCase& what, Form form, const void* send, void* recv, MPI_Comm comm, IntLists* lists, MPI_Request* request) {
  *lists = lists_of(what);
  Arguments a;
  a.send = send;
  a.recv = recv;
  a.send_count = a.recv_count = what.part;
  a.send_counts = a.recv_counts = lists->counts.data();
  a.send_places = a.recv_places = lists->places.data();
  a.send_type = a.recv_type = MPI_INT;
  a.send_types = a.recv_types = lists->types.data();
  a.op = MPI_SUM;
  a.root = what.root;
  a.comm = comm;
  return row_of(what.call).begin(form, a, request);
}

}  // namespace penstock::test
