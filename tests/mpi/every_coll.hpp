// Buffers that suit every collective, in any of its forms.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "forms.hpp"

namespace penstock::test {

// The operands of one call. Each rank's part has `count` integers, in the v forms up to three more.
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
  // Sets new data to send, and a receive buffer that holds none of the results.
  void fill(int seed) {
    std::vector<int> values(room());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(rank_in(comm), seed % 100, i);
    send.set(values);
    recv.set(std::vector<int>(room(), -7));
  }
  [[nodiscard]] std::size_t room() const { return static_cast<std::size_t>(std::ptrdiff_t{count} * ranks + spread.total + 1); }
  [[nodiscard]] int own() const { return spread.counts[static_cast<std::size_t>(rank_in(comm))]; }
  [[nodiscard]] int root() const { return ranks / 2; }
  [[nodiscard]] Arguments of(Call call) const {
    const bool by_pairs = call == Call::kAlltoallv || call == Call::kAlltoallw;
    const bool gives_own = call == Call::kGatherv || call == Call::kAllgatherv;
    Arguments a;
    a.send = send.data();
    a.recv = call == Call::kBcast && rank_in(comm) == root() ? send.data() : recv.data();
    a.send_count = gives_own ? own() : count;
    a.recv_count = call == Call::kScatterv ? own() : count;
    a.send_counts = a.recv_counts = by_pairs ? even.data() : spread.counts.data();
    a.send_places = a.recv_places = call == Call::kAlltoallw ? even_bytes.data()
                                    : by_pairs               ? even_places.data()
                                                             : spread.places.data();
    a.send_type = a.recv_type = MPI_INT;
    a.send_types = a.recv_types = types.data();
    a.op = MPI_SUM;
    a.root = root();
    a.comm = comm;
    return a;
  }
  // Begins the row's call, as its begin().
  int begin(const CallRow& row, Form form, MPI_Request* request) const { return row.begin(form, of(row.call), request); }

  MPI_Comm comm;
  int ranks;
  int count;
  Spread spread;  // for the v forms
  std::vector<int> even;
  std::vector<int> even_places;
  std::vector<int> even_bytes;
  std::vector<MPI_Datatype> types;
  Array<int> send;
  Array<int> recv;
};

// Returns the receive buffer after the blocking call, and restores its old contents.
inline std::vector<int> answer_of(const CallRow& row, Operands& o, int seed) {
  EXPECT_MPI(o.begin(row, Form::kBlocking, nullptr));
  std::vector<int> answer = o.recv.get();
  o.fill(seed);
  return answer;
}

}  // namespace penstock::test
