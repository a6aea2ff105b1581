// Every collective as one row that takes the same buffers, in any of its forms.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "forms.hpp"

namespace penstock::test {

// What one call works on. Each rank's part has `count` integers, in the v forms up to three more.
struct Operands {
  Operands(MPI_Comm of, int part, int seed)
      : comm(of), ranks(size_of(of)), count(part), spread(ranks, part), send(room()), recv(room()) {
    fill(seed);
    for (int r = 0; r < ranks; ++r) {
      even.push_back(part);
      even_places.push_back(r * part);
      even_bytes.push_back(r * part * static_cast<int>(sizeof(int)));
    }
    types.assign(static_cast<std::size_t>(ranks), MPI_INT);
  }
  // New data to send, and a receive buffer that holds none of the answers.
  void fill(int seed) {
    std::vector<int> values(room());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(rank_in(comm), seed % 100, i);
    send.set(values);
    recv.set(std::vector<int>(room(), -7));
  }
  [[nodiscard]] std::size_t room() const { return static_cast<std::size_t>(std::ptrdiff_t{count} * ranks + spread.total + 1); }
  [[nodiscard]] int own() const { return spread.counts[static_cast<std::size_t>(rank_in(comm))]; }
  [[nodiscard]] int root() const { return ranks / 2; }

  MPI_Comm comm;
  int ranks;
  int count;
  Spread spread;  // of the v forms
  std::vector<int> even;
  std::vector<int> even_places;
  std::vector<int> even_bytes;
  std::vector<MPI_Datatype> types;
  Array<int> send;
  Array<int> recv;
};

template <typename Blocking, typename Starting, typename Making, typename... Arguments>
int begin(Form form, MPI_Request* request, Blocking* blocking, Starting* starting, Making* making, Arguments... arguments) {
  if (form == Form::kBlocking) return blocking(arguments...);
  return form == Form::kStarted ? starting(arguments..., request) : making(arguments..., MPI_INFO_NULL, request);
}

struct EveryColl {
  const char* name;
  int (*begin)(Form form, const Operands& o, MPI_Request* request);
};

inline constexpr EveryColl kEveryColl[] = {
    {"barrier", [](Form f, const Operands& o,
                   MPI_Request* r) { return begin(f, r, MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, o.comm); }},
    {"bcast",
     [](Form f, const Operands& o, MPI_Request* r) {
       void* data = rank_in(o.comm) == o.root() ? o.send.data() : o.recv.data();
       return begin(f, r, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, data, o.count, MPI_INT, o.root(), o.comm);
     }},
    {"gather",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Gather, MPI_Igather, MPI_Gather_init, o.send.data(), o.count, MPI_INT, o.recv.data(), o.count,
                    MPI_INT, o.root(), o.comm);
     }},
    {"gatherv",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, o.send.data(), o.own(), MPI_INT, o.recv.data(),
                    o.spread.counts.data(), o.spread.places.data(), MPI_INT, o.root(), o.comm);
     }},
    {"scatter",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, o.send.data(), o.count, MPI_INT, o.recv.data(), o.count,
                    MPI_INT, o.root(), o.comm);
     }},
    {"scatterv",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, o.send.data(), o.spread.counts.data(),
                    o.spread.places.data(), MPI_INT, o.recv.data(), o.own(), MPI_INT, o.root(), o.comm);
     }},
    {"allgather",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, o.send.data(), o.count, MPI_INT, o.recv.data(),
                    o.count, MPI_INT, o.comm);
     }},
    {"allgatherv",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, o.send.data(), o.own(), MPI_INT, o.recv.data(),
                    o.spread.counts.data(), o.spread.places.data(), MPI_INT, o.comm);
     }},
    {"alltoall",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, o.send.data(), o.count, MPI_INT, o.recv.data(),
                    o.count, MPI_INT, o.comm);
     }},
    {"alltoallv",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, o.send.data(), o.even.data(), o.even_places.data(),
                    MPI_INT, o.recv.data(), o.even.data(), o.even_places.data(), MPI_INT, o.comm);
     }},
    {"alltoallw",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, o.send.data(), o.even.data(), o.even_bytes.data(),
                    o.types.data(), o.recv.data(), o.even.data(), o.even_bytes.data(), o.types.data(), o.comm);
     }},
    {"reduce",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, o.send.data(), o.recv.data(), o.count, MPI_INT, MPI_SUM,
                    o.root(), o.comm);
     }},
    {"allreduce",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, o.send.data(), o.recv.data(), o.count, MPI_INT,
                    MPI_SUM, o.comm);
     }},
    {"reduce_scatter_block",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, o.send.data(),
                    o.recv.data(), o.count, MPI_INT, MPI_SUM, o.comm);
     }},
    {"reduce_scatter",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, o.send.data(), o.recv.data(),
                    o.spread.counts.data(), MPI_INT, MPI_SUM, o.comm);
     }},
    {"scan",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Scan, MPI_Iscan, MPI_Scan_init, o.send.data(), o.recv.data(), o.count, MPI_INT, MPI_SUM, o.comm);
     }},
    {"exscan",
     [](Form f, const Operands& o, MPI_Request* r) {
       return begin(f, r, MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, o.send.data(), o.recv.data(), o.count, MPI_INT, MPI_SUM,
                    o.comm);
     }},
};

// What the blocking call leaves in the receive buffer, which is as before afterwards.
inline std::vector<int> answer_of(const EveryColl& row, Operands& o, int seed) {
  EXPECT_MPI(row.begin(Form::kBlocking, o, nullptr));
  std::vector<int> answer = o.recv.get();
  o.fill(seed);
  return answer;
}

}  // namespace penstock::test
