// Wrong arguments of collectives give an error of the right class, and nothing is communicated, so
// that the next collective works.
#include "forms.hpp"

namespace penstock::test {
namespace {

const MPI_Comm kWorld = MPI_COMM_WORLD;

class CollectiveErrors : public Mpi {
 protected:
  CollectiveErrors()
      : n_(static_cast<std::size_t>(size())), data_(n_ * 4), other_(n_ * 4), ones_(n_, 1), places_(n_), negative_(n_, 1) {
    for (std::size_t r = 0; r < n_; ++r) places_[r] = static_cast<int>(r);
    negative_.back() = -1;
    MPI_Type_contiguous(2, MPI_INT, &raw_);
  }
  ~CollectiveErrors() override { MPI_Type_free(&raw_); }
  // Every rank has made the same number of collectives.
  void TearDown() override {
    const int mine = rank() + 1;
    int sum = 0;
    EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, kWorld));
    EXPECT_EQ(sum, size() * (size() + 1) / 2);
  }
  [[nodiscard]] void* send() const { return data_.data(); }
  [[nodiscard]] void* recv() const { return other_.data(); }
  [[nodiscard]] const int* ones() const { return ones_.data(); }
  [[nodiscard]] const int* places() const { return places_.data(); }
  [[nodiscard]] const int* negative() const { return negative_.data(); }

  std::size_t n_;
  Array<int> data_;
  Array<int> other_;
  std::vector<int> ones_;
  std::vector<int> places_;
  std::vector<int> negative_;
  MPI_Datatype raw_ = MPI_DATATYPE_NULL;  // not committed
};

TEST_F(CollectiveErrors, Roots) {
  for (const Form form : kForms) {
    for (const int root : {-1, size(), MPI_PROC_NULL, MPI_ROOT, MPI_ANY_SOURCE}) {
      EXPECT_CLASS(call(form, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, send(), 1, MPI_INT, root, kWorld), MPI_ERR_ROOT);
      EXPECT_CLASS(call(form, MPI_Gather, MPI_Igather, MPI_Gather_init, send(), 1, MPI_INT, recv(), 1, MPI_INT, root, kWorld),
                   MPI_ERR_ROOT);
      EXPECT_CLASS(
          call(form, MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, send(), 1, MPI_INT, recv(), 1, MPI_INT, root, kWorld),
          MPI_ERR_ROOT);
      EXPECT_CLASS(call(form, MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, send(), 1, MPI_INT, recv(), ones(), places(),
                        MPI_INT, root, kWorld),
                   MPI_ERR_ROOT);
      EXPECT_CLASS(call(form, MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, send(), ones(), places(), MPI_INT, recv(), 1,
                        MPI_INT, root, kWorld),
                   MPI_ERR_ROOT);
      EXPECT_CLASS(call(form, MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, send(), recv(), 1, MPI_INT, MPI_SUM, root, kWorld),
                   MPI_ERR_ROOT);
    }
  }
}

TEST_F(CollectiveErrors, Counts) {
  for (const Form form : kForms) {
    EXPECT_CLASS(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, send(), -1, MPI_INT, recv(), 1, MPI_INT, kWorld),
                 MPI_ERR_COUNT);
    EXPECT_CLASS(call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, send(), 1, MPI_INT, recv(), -1, MPI_INT, kWorld),
                 MPI_ERR_COUNT);
    EXPECT_CLASS(call(form, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, send(), 1, MPI_INT, recv(), negative(),
                      places(), MPI_INT, kWorld),
                 MPI_ERR_COUNT);
    EXPECT_CLASS(call(form, MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, send(), negative(), places(), MPI_INT, recv(),
                      ones(), places(), MPI_INT, kWorld),
                 MPI_ERR_COUNT);
    EXPECT_CLASS(call(form, MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, send(), recv(), negative(),
                      MPI_INT, MPI_SUM, kWorld),
                 MPI_ERR_COUNT);
    EXPECT_CLASS(call(form, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, send(), recv(),
                      -1, MPI_INT, MPI_SUM, kWorld),
                 MPI_ERR_COUNT);
    EXPECT_CLASS(call(form, MPI_Scan, MPI_Iscan, MPI_Scan_init, send(), recv(), -1, MPI_INT, MPI_SUM, kWorld), MPI_ERR_COUNT);
    // Only the root reads the array, so the others do not call.
    if (rank() == 0) {
      EXPECT_CLASS(call(form, MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, send(), 1, MPI_INT, recv(), negative(), places(),
                        MPI_INT, 0, kWorld),
                   MPI_ERR_COUNT);
      EXPECT_CLASS(call(form, MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, send(), negative(), places(), MPI_INT, recv(), 1,
                        MPI_INT, 0, kWorld),
                   MPI_ERR_COUNT);
    }
  }
}

TEST_F(CollectiveErrors, NullArrays) {
  for (const Form form : kForms) {
    const int* none = nullptr;
    EXPECT_CLASS(call(form, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, send(), 1, MPI_INT, recv(), none, places(),
                      MPI_INT, kWorld),
                 MPI_ERR_ARG);
    EXPECT_CLASS(call(form, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, send(), 1, MPI_INT, recv(), ones(), none,
                      MPI_INT, kWorld),
                 MPI_ERR_ARG);
    EXPECT_CLASS(call(form, MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, send(), none, places(), MPI_INT, recv(), ones(),
                      places(), MPI_INT, kWorld),
                 MPI_ERR_ARG);
    EXPECT_CLASS(call(form, MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, send(), recv(), none, MPI_INT,
                      MPI_SUM, kWorld),
                 MPI_ERR_ARG);
    const MPI_Datatype* no_types = nullptr;
    EXPECT_CLASS(call(form, MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, send(), ones(), places(), no_types, recv(),
                      ones(), places(), no_types, kWorld),
                 MPI_ERR_ARG);
  }
}

TEST_F(CollectiveErrors, Types) {
  const std::vector<MPI_Datatype> ints(n_, MPI_INT), raw(n_, raw_), null(n_, MPI_DATATYPE_NULL);
  for (const Form form : kForms) {
    EXPECT_CLASS(call(form, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, send(), 1, raw_, 0, kWorld), MPI_ERR_TYPE);
    EXPECT_CLASS(call(form, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, send(), 1, MPI_DATATYPE_NULL, 0, kWorld), MPI_ERR_TYPE);
    EXPECT_CLASS(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, send(), 1, raw_, recv(), 1, MPI_INT, kWorld),
                 MPI_ERR_TYPE);
    EXPECT_CLASS(call(form, MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, send(), ones(), places(), MPI_INT, recv(),
                      ones(), places(), MPI_DATATYPE_NULL, kWorld),
                 MPI_ERR_TYPE);
    for (const auto& wrong : {raw, null}) {
      EXPECT_CLASS(call(form, MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, send(), ones(), places(), wrong.data(), recv(),
                        ones(), places(), ints.data(), kWorld),
                   MPI_ERR_TYPE);
      EXPECT_CLASS(call(form, MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, send(), ones(), places(), ints.data(), recv(),
                        ones(), places(), wrong.data(), kWorld),
                   MPI_ERR_TYPE);
    }
  }
}

TEST_F(CollectiveErrors, NullBuffers) {
  void* none = nullptr;
  for (const Form form : kForms) {
    EXPECT_CLASS(call(form, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, none, 1, MPI_INT, 0, kWorld), MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, send(), 1, MPI_INT, none, 1, MPI_INT, kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, send(), 1, MPI_INT, none, ones(), places(),
                      MPI_INT, kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, none, 1, MPI_INT, recv(), 1, MPI_INT, kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, none, recv(), 1, MPI_INT, MPI_SUM, kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, MPI_IN_PLACE,
                      none, 1, MPI_INT, MPI_SUM, kWorld),
                 MPI_ERR_BUFFER);
    // There is nothing to move, so null is as good as any address.
    EXPECT_MPI(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, none, 0, MPI_INT, none, 0, MPI_INT, kWorld));
    EXPECT_MPI(call(form, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, none, none, 0, MPI_INT, MPI_SUM, kWorld));
  }
}

TEST_F(CollectiveErrors, InPlaceWhereItMeansNothing) {
  void* const in_place = MPI_IN_PLACE;
  const std::vector<MPI_Datatype> ints(n_, MPI_INT);
  for (const Form form : kForms) {
    EXPECT_CLASS(call(form, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, in_place, 1, MPI_INT, 0, kWorld), MPI_ERR_BUFFER);
    EXPECT_CLASS(
        call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, send(), 1, MPI_INT, in_place, 1, MPI_INT, kWorld),
        MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, send(), 1, MPI_INT, in_place, 1, MPI_INT, kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, send(), ones(), places(), ints.data(), in_place,
                      ones(), places(), ints.data(), kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, send(), in_place, 1, MPI_INT, MPI_SUM, kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, send(), in_place, 1, MPI_INT, MPI_SUM, kWorld),
                 MPI_ERR_BUFFER);
    // Only the root reads the argument.
    if (rank() != 0) {
      EXPECT_CLASS(call(form, MPI_Gather, MPI_Igather, MPI_Gather_init, in_place, 1, MPI_INT, recv(), 1, MPI_INT, 0, kWorld),
                   MPI_ERR_BUFFER);
      EXPECT_CLASS(call(form, MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, send(), 1, MPI_INT, in_place, 1, MPI_INT, 0, kWorld),
                   MPI_ERR_BUFFER);
      EXPECT_CLASS(call(form, MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, in_place, recv(), 1, MPI_INT, MPI_SUM, 0, kWorld),
                   MPI_ERR_BUFFER);
    }
  }
}

TEST_F(CollectiveErrors, OneBufferForTwo) {
  for (const Form form : kForms) {
    EXPECT_CLASS(call(form, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, send(), send(), 1, MPI_INT, MPI_SUM, kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Scan, MPI_Iscan, MPI_Scan_init, send(), send(), 1, MPI_INT, MPI_SUM, kWorld), MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, send(), 1, MPI_INT, send(), 1, MPI_INT, kWorld),
                 MPI_ERR_BUFFER);
    void* const own = static_cast<std::byte*>(send()) + static_cast<std::size_t>(rank()) * sizeof(int);
    EXPECT_CLASS(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, own, 1, MPI_INT, send(), 1, MPI_INT, kWorld),
                 MPI_ERR_BUFFER);
    EXPECT_CLASS(call(form, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, own, 1, MPI_INT, send(), ones(), places(),
                      MPI_INT, kWorld),
                 MPI_ERR_BUFFER);
    if (rank() == 0) {
      EXPECT_CLASS(call(form, MPI_Gather, MPI_Igather, MPI_Gather_init, send(), 1, MPI_INT, send(), 1, MPI_INT, 0, kWorld),
                   MPI_ERR_BUFFER);
      EXPECT_CLASS(call(form, MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, send(), send(), 1, MPI_INT, MPI_SUM, 0, kWorld),
                   MPI_ERR_BUFFER);
    }
  }
}

// The part that a rank sends to itself must have the length that it receives from itself.
TEST_F(CollectiveErrors, OwnPartOfTwoLengths) {
  for (const Form form : kForms) {
    EXPECT_CLASS(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, send(), 2, MPI_INT, recv(), 1, MPI_INT, kWorld),
                 MPI_ERR_TRUNCATE);
    EXPECT_CLASS(call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, send(), 2, MPI_INT, recv(), 1, MPI_INT, kWorld),
                 MPI_ERR_TRUNCATE);
  }
}

TEST_F(CollectiveErrors, RequestsAreNotMade) {
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_CLASS(MPI_Ibcast(send(), 1, MPI_INT, size(), kWorld, &request), MPI_ERR_ROOT);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_CLASS(MPI_Ibarrier(kWorld, nullptr), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Ibarrier(MPI_COMM_NULL, &request), MPI_ERR_COMM);
}

}  // namespace
}  // namespace penstock::test
