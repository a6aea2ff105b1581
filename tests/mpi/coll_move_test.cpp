// Collectives that move data: every form, in place, parts of different lengths, on this run's memory.
#include <algorithm>

#include "forms.hpp"

namespace penstock::test {
namespace {

const MPI_Comm kWorld = MPI_COMM_WORLD;
constexpr int kNothing = -77;

class Moving : public Mpi {
 protected:
  static std::vector<int> counts() { return {0, 1, 5, 700, 9001, 40000}; }
  static std::size_t times(int count) { return static_cast<std::size_t>(count) * static_cast<std::size_t>(size()); }
  // Returns the data that all ranks send, one rank after another.
  static std::vector<int> everyones(int count, int to = 0) {
    std::vector<int> all;
    for (int r = 0; r < size(); ++r) std::ranges::copy(values(r, to, count), std::back_inserter(all));
    return all;
  }
  // Returns the parts of a Spread, filled by `of(rank)`; places between them stay kNothing.
  template <typename Of>
  static std::vector<int> spread(const Spread& parts, Of of) {
    std::vector<int> all(parts.size(), kNothing);
    for (std::size_t r = 0; r < parts.counts.size(); ++r) {
      const std::vector<int> part = of(static_cast<int>(r), parts.counts[r]);
      std::ranges::copy(part, all.begin() + parts.places[r]);
    }
    return all;
  }
  static std::vector<int> nothing(std::size_t count) { return std::vector<int>(count, kNothing); }
};

TEST_F(Moving, Scatter) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      for (int root = 0; root < size(); ++root) {
        std::vector<int> parts;
        for (int r = 0; r < size(); ++r) std::ranges::copy(values(root, r, count), std::back_inserter(parts));
        const bool here = rank() == root;
        const Array<int> all(here ? parts : std::vector<int>());
        const Array<int> mine(nothing(static_cast<std::size_t>(count)));
        EXPECT_MPI(call(form, MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, here ? all.data() : nullptr, here ? count : -3,
                        here ? MPI_INT : MPI_DATATYPE_NULL, mine.data(), count, MPI_INT, root, kWorld));
        ASSERT_EQ(mine.get(), values(root, rank(), count)) << count << " from " << root;
        if (here) {
          ASSERT_EQ(all.get(), parts);
        }
      }
    }
  }
}

TEST_F(Moving, ScatterInPlace) {
  for (const Form form : kForms) {
    const int count = 33;
    const int root = size() - 1;
    std::vector<int> parts;
    for (int r = 0; r < size(); ++r) std::ranges::copy(values(root, r, count), std::back_inserter(parts));
    if (rank() == root) {
      const Array<int> all(parts);
      EXPECT_MPI(call(form, MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, all.data(), count, MPI_INT, MPI_IN_PLACE, 0,
                      MPI_DATATYPE_NULL, root, kWorld));
      EXPECT_EQ(all.get(), parts);
    } else {
      const Array<int> mine(nothing(static_cast<std::size_t>(count)));
      EXPECT_MPI(call(form, MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, nullptr, 0, MPI_DATATYPE_NULL, mine.data(), count,
                      MPI_INT, root, kWorld));
      EXPECT_EQ(mine.get(), values(root, rank(), count));
    }
  }
}

TEST_F(Moving, Gatherv) {
  for (const Form form : kForms) {
    for (const int unit : {1, 300, 20000}) {
      const Spread parts(size(), unit);
      const int root = size() / 2;
      const bool here = rank() == root;
      const int count = parts.counts[static_cast<std::size_t>(rank())];
      const auto of = [](int r, int n) { return values(r, 0, n); };
      const Array<int> mine(values(rank(), 0, count));
      const Array<int> all(nothing(here ? parts.size() : 0));
      EXPECT_MPI(call(form, MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, mine.data(), count, MPI_INT, all.data(),
                      here ? parts.counts.data() : nullptr, here ? parts.places.data() : nullptr,
                      here ? MPI_INT : MPI_DATATYPE_NULL, root, kWorld));
      if (here) {
        ASSERT_EQ(all.get(), spread(parts, of)) << unit;
      }
      // The root's part lies in place already.
      Array<int> again(nothing(here ? parts.size() : 0));
      if (here)
        again.set(spread(parts, [&](int r, int n) { return r == root ? of(r, n) : nothing(static_cast<std::size_t>(n)); }));
      EXPECT_MPI(call(form, MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, here ? MPI_IN_PLACE : mine.data(), here ? -1 : count,
                      here ? MPI_DATATYPE_NULL : MPI_INT, again.data(), here ? parts.counts.data() : nullptr,
                      here ? parts.places.data() : nullptr, here ? MPI_INT : MPI_DATATYPE_NULL, root, kWorld));
      if (here) {
        ASSERT_EQ(again.get(), spread(parts, of)) << unit;
      }
    }
  }
}

TEST_F(Moving, Scatterv) {
  for (const Form form : kForms) {
    for (const int unit : {1, 300, 20000}) {
      const Spread parts(size(), unit);
      const int root = size() / 2;
      const bool here = rank() == root;
      const int count = parts.counts[static_cast<std::size_t>(rank())];
      const auto all_parts = spread(parts, [&](int r, int n) { return values(root, r, n); });
      const Array<int> all(here ? all_parts : std::vector<int>());
      const Array<int> mine(nothing(static_cast<std::size_t>(count)));
      EXPECT_MPI(call(form, MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, all.data(), here ? parts.counts.data() : nullptr,
                      here ? parts.places.data() : nullptr, here ? MPI_INT : MPI_DATATYPE_NULL, mine.data(), count, MPI_INT,
                      root, kWorld));
      ASSERT_EQ(mine.get(), values(root, rank(), count)) << unit;
      const Array<int> again(nothing(static_cast<std::size_t>(count)));
      EXPECT_MPI(call(form, MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, all.data(), here ? parts.counts.data() : nullptr,
                      here ? parts.places.data() : nullptr, here ? MPI_INT : MPI_DATATYPE_NULL,
                      here ? MPI_IN_PLACE : again.data(), here ? -1 : count, here ? MPI_DATATYPE_NULL : MPI_INT, root, kWorld));
      if (here) {
        ASSERT_EQ(all.get(), all_parts);
      } else {
        ASSERT_EQ(again.get(), values(root, rank(), count)) << unit;
      }
    }
  }
}

TEST_F(Moving, Allgather) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      const Array<int> mine(values(rank(), 0, count));
      const Array<int> all(nothing(times(count)));
      EXPECT_MPI(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, mine.data(), count, MPI_INT, all.data(), count,
                      MPI_INT, kWorld));
      ASSERT_EQ(all.get(), everyones(count)) << count;
      std::vector<int> start = nothing(times(count));
      std::ranges::copy(values(rank(), 0, count), start.begin() + static_cast<std::ptrdiff_t>(rank()) * count);
      const Array<int> place(start);
      EXPECT_MPI(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL,
                      place.data(), count, MPI_INT, kWorld));
      ASSERT_EQ(place.get(), everyones(count)) << count << " in place";
    }
  }
}

TEST_F(Moving, Allgatherv) {
  for (const Form form : kForms) {
    for (const int unit : {1, 300, 20000}) {
      const Spread parts(size(), unit);
      const int count = parts.counts[static_cast<std::size_t>(rank())];
      const auto expected = spread(parts, [](int r, int n) { return values(r, 0, n); });
      const Array<int> mine(values(rank(), 0, count));
      const Array<int> all(nothing(parts.size()));
      EXPECT_MPI(call(form, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, mine.data(), count, MPI_INT, all.data(),
                      parts.counts.data(), parts.places.data(), MPI_INT, kWorld));
      ASSERT_EQ(all.get(), expected) << unit;
      const Array<int> place(
          spread(parts, [](int r, int n) { return r == rank() ? values(r, 0, n) : nothing(static_cast<std::size_t>(n)); }));
      EXPECT_MPI(call(form, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL,
                      place.data(), parts.counts.data(), parts.places.data(), MPI_INT, kWorld));
      ASSERT_EQ(place.get(), expected) << unit << " in place";
    }
  }
}

TEST_F(Moving, Alltoall) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      std::vector<int> out;
      for (int r = 0; r < size(); ++r) std::ranges::copy(values(rank(), r, count), std::back_inserter(out));
      const Array<int> send(out);
      const Array<int> recv(nothing(times(count)));
      EXPECT_MPI(call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, send.data(), count, MPI_INT, recv.data(), count,
                      MPI_INT, kWorld));
      ASSERT_EQ(recv.get(), everyones(count, rank())) << count;
      ASSERT_EQ(send.get(), out);
      EXPECT_MPI(call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, send.data(),
                      count, MPI_INT, kWorld));
      ASSERT_EQ(send.get(), everyones(count, rank())) << count << " in place";
    }
  }
}

// Returns the length of the part from a to b, which both know and which differs from that from b to a.
int length(int a, int b, int unit) {
  return ((a * 3 + b) % 4) * unit;
}

struct Exchange {
  explicit Exchange(int unit) {
    const auto n = static_cast<std::size_t>(size());
    for (std::size_t r = 0; r < n; ++r) {
      const int out = length(rank(), static_cast<int>(r), unit);
      const int in = length(static_cast<int>(r), rank(), unit);
      send_counts.push_back(out);
      send_places.push_back(static_cast<int>(send.size()));
      std::ranges::copy(values(rank(), static_cast<int>(r), out), std::back_inserter(send));
      recv_counts.push_back(in);
      recv_places.push_back(static_cast<int>(expected.size()));
      std::ranges::copy(values(static_cast<int>(r), rank(), in), std::back_inserter(expected));
      expected.push_back(kNothing);  // a gap that nothing may write
    }
  }
  std::vector<int> send, expected;
  std::vector<int> send_counts, send_places, recv_counts, recv_places;
};

TEST_F(Moving, Alltoallv) {
  for (const Form form : kForms) {
    for (const int unit : {1, 250, 20000}) {
      const Exchange exchange(unit);
      const Array<int> send(exchange.send);
      const Array<int> recv(nothing(exchange.expected.size()));
      EXPECT_MPI(call(form, MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, send.data(), exchange.send_counts.data(),
                      exchange.send_places.data(), MPI_INT, recv.data(), exchange.recv_counts.data(),
                      exchange.recv_places.data(), MPI_INT, kWorld));
      ASSERT_EQ(recv.get(), exchange.expected) << unit;
    }
  }
}

// Makes the exchange through the large-count form.
TEST_F(Moving, AlltoallvWithLargeCounts) {
  for (const Form form : kForms) {
    const Exchange exchange(100);
    const auto widen = [](const std::vector<int>& narrow) { return std::vector<MPI_Count>(narrow.begin(), narrow.end()); };
    const auto send_counts = widen(exchange.send_counts);
    const auto recv_counts = widen(exchange.recv_counts);
    const std::vector<MPI_Aint> send_places(exchange.send_places.begin(), exchange.send_places.end());
    const std::vector<MPI_Aint> recv_places(exchange.recv_places.begin(), exchange.recv_places.end());
    const Array<int> send(exchange.send);
    const Array<int> recv(nothing(exchange.expected.size()));
    EXPECT_MPI(call(form, MPI_Alltoallv_c, MPI_Ialltoallv_c, MPI_Alltoallv_init_c, send.data(), send_counts.data(),
                    send_places.data(), MPI_INT, recv.data(), recv_counts.data(), recv_places.data(), MPI_INT, kWorld));
    ASSERT_EQ(recv.get(), exchange.expected);
  }
}

// The lengths form a symmetric matrix, as parts that change places require.
TEST_F(Moving, AlltoallvInPlace) {
  for (const Form form : kForms) {
    for (const int unit : {1, 250, 20000}) {
      std::vector<int> start, expected, counts, places;
      for (int r = 0; r < size(); ++r) {
        const int both = (r + rank()) % 3 * unit;
        counts.push_back(both);
        places.push_back(static_cast<int>(start.size()));
        std::ranges::copy(values(rank(), r, both), std::back_inserter(start));
        std::ranges::copy(values(r, rank(), both), std::back_inserter(expected));
      }
      const Array<int> data(start);
      EXPECT_MPI(call(form, MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, MPI_IN_PLACE, nullptr, nullptr,
                      MPI_DATATYPE_NULL, data.data(), counts.data(), places.data(), MPI_INT, kWorld));
      ASSERT_EQ(data.get(), expected) << unit;
    }
  }
}

// The data are sent as ints and received as a strided column of pairs: each peer has types and byte displacements of its own,
// and the null type if nothing moves.
TEST_F(Moving, Alltoallw) {
  for (const Form form : kForms) {
    const Exchange exchange(200);
    std::vector<MPI_Datatype> send_types, recv_types;
    std::vector<int> send_counts, recv_counts, send_bytes, recv_bytes;
    const int stride = 2;
    for (std::size_t r = 0; r < exchange.send_counts.size(); ++r) {
      send_types.push_back(exchange.send_counts[r] != 0 ? MPI_INT : MPI_DATATYPE_NULL);
      send_counts.push_back(exchange.send_counts[r]);
      send_bytes.push_back(exchange.send_places[r] * 4);
      MPI_Datatype column = MPI_INT;
      if (exchange.recv_counts[r] != 0) {
        EXPECT_MPI(MPI_Type_vector(exchange.recv_counts[r], 1, stride, MPI_INT, &column));
        EXPECT_MPI(MPI_Type_commit(&column));
      }
      recv_types.push_back(column);
      recv_counts.push_back(exchange.recv_counts[r] != 0 ? 1 : 0);
      recv_bytes.push_back(exchange.recv_places[r] * stride * 4);
    }
    const Array<int> send(exchange.send);
    const Array<int> recv(nothing(exchange.expected.size() * stride));
    EXPECT_MPI(call(form, MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, send.data(), send_counts.data(), send_bytes.data(),
                    send_types.data(), recv.data(), recv_counts.data(), recv_bytes.data(), recv_types.data(), kWorld));
    const auto got = recv.get();
    for (std::size_t i = 0; i < got.size(); ++i) {
      ASSERT_EQ(got[i], i % stride == 0 ? exchange.expected[i / stride] : kNothing) << i;
    }
    for (MPI_Datatype& type : recv_types) {
      if (type != MPI_INT) {
        EXPECT_MPI(MPI_Type_free(&type));
      }
    }
  }
}

// A datatype may be freed while a collective of several types is under way.
TEST_F(Moving, TypesFreedMeanwhile) {
  const int count = 5000;
  const auto n = static_cast<std::size_t>(size());
  std::vector<MPI_Datatype> types(n);
  std::vector<int> ones(n, 1), bytes(n);
  for (std::size_t r = 0; r < n; ++r) {
    EXPECT_MPI(MPI_Type_contiguous(count, MPI_INT, &types[r]));
    EXPECT_MPI(MPI_Type_commit(&types[r]));
    bytes[r] = static_cast<int>(r) * count * 4;
  }
  std::vector<int> out;
  for (int r = 0; r < size(); ++r) std::ranges::copy(values(rank(), r, count), std::back_inserter(out));
  const Array<int> send(out);
  const Array<int> recv(nothing(times(count)));
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Ialltoallw(send.data(), ones.data(), bytes.data(), types.data(), recv.data(), ones.data(), bytes.data(),
                            types.data(), kWorld, &request));
  for (MPI_Datatype& type : types) EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(recv.get(), everyones(count, rank()));
}

}  // namespace
}  // namespace penstock::test
