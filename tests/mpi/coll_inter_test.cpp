// Collectives between two groups of different sizes: each group receives the data of the other.
#include <algorithm>
#include <numeric>

#include "forms.hpp"

namespace penstock::test {
namespace {

constexpr int kNothing = -77;

class BetweenGroups : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    if (size() < 2) GTEST_SKIP() << "one rank makes no two groups";
    low_ = size() / 3 > 0 ? size() / 3 : 1;
    is_low_ = rank() < low_;
    EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, is_low_ ? 0 : 1, 0, &local_));
    EXPECT_MPI(MPI_Intercomm_create(local_, 0, MPI_COMM_WORLD, is_low_ ? low_ : 0, 7, &inter_));
    EXPECT_MPI(MPI_Comm_set_errhandler(inter_, MPI_ERRORS_RETURN));
    mine_ = is_low_ ? low_ : size() - low_;
    theirs_ = size() - mine_;
    me_ = rank_in(inter_);
  }
  void TearDown() override {
    if (inter_ == MPI_COMM_NULL) return;
    EXPECT_MPI(MPI_Comm_free(&inter_));
    EXPECT_MPI(MPI_Comm_free(&local_));
  }

  // Calls `work(root, side)` for each rank of either group as the root of a rooted collective.
  enum class Side { kRoot, kBeside, kOther };
  template <typename Work>
  void for_each_root(Work work) {
    for (const bool low : {true, false}) {
      for (int r = 0; r < (low ? low_ : size() - low_); ++r) {
        if (low != is_low_) {
          work(r, Side::kOther, r);
        } else {
          work(r == me_ ? MPI_ROOT : MPI_PROC_NULL, r == me_ ? Side::kRoot : Side::kBeside, r);
        }
      }
    }
  }
  // Returns the world rank of a rank of the other group, and of a rank of this group.
  [[nodiscard]] int their(int r) const { return is_low_ ? low_ + r : r; }
  [[nodiscard]] int our(int r) const { return is_low_ ? r : low_ + r; }
  [[nodiscard]] std::vector<int> theirs(int to, int count) const {
    std::vector<int> all;
    for (int r = 0; r < theirs_; ++r) std::ranges::copy(values(their(r), to, count), std::back_inserter(all));
    return all;
  }
  [[nodiscard]] std::vector<int> their_sums(int count) const {
    std::vector<int> sums(static_cast<std::size_t>(count), 0);
    for (int r = 0; r < theirs_; ++r) {
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += value(their(r), 0, i);
    }
    return sums;
  }
  static std::vector<int> nothing(int count) { return std::vector<int>(static_cast<std::size_t>(count), kNothing); }
  static std::vector<int> counts() { return {0, 1, 90, 6000, 40000}; }

  MPI_Comm local_ = MPI_COMM_NULL;
  MPI_Comm inter_ = MPI_COMM_NULL;
  int low_ = 0;
  bool is_low_ = false;
  int mine_ = 0, theirs_ = 0, me_ = -1;
};

TEST_F(BetweenGroups, Barrier) {
  for (const Form form : kForms) {
    for (int i = 0; i < 10; ++i) EXPECT_MPI(call(form, MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, inter_));
  }
}

TEST_F(BetweenGroups, Bcast) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      for_each_root([&](int root, Side side, int r) {
        const Array<int> data(side == Side::kRoot ? values(rank(), 0, count) : nothing(count));
        const bool beside = side == Side::kBeside;
        EXPECT_MPI(call(form, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, beside ? nullptr : data.data(), beside ? -1 : count,
                        beside ? MPI_DATATYPE_NULL : MPI_INT, root, inter_));
        ASSERT_EQ(data.get(), beside ? nothing(count) : values(side == Side::kRoot ? rank() : their(r), 0, count));
      });
    }
  }
}

TEST_F(BetweenGroups, GatherAndScatter) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      for_each_root([&](int root, Side side, int r) {
        const bool is_root = side == Side::kRoot;
        const bool other = side == Side::kOther;
        const MPI_Datatype whole_type = is_root ? MPI_INT : MPI_DATATYPE_NULL;
        const MPI_Datatype part_type = other ? MPI_INT : MPI_DATATYPE_NULL;
        const Array<int> part(other ? values(rank(), 0, count) : std::vector<int>());
        const Array<int> whole(nothing(is_root ? count * theirs_ : 0));
        EXPECT_MPI(call(form, MPI_Gather, MPI_Igather, MPI_Gather_init, part.data(), count, part_type, whole.data(), count,
                        whole_type, root, inter_));
        if (is_root) {
          ASSERT_EQ(whole.get(), theirs(0, count)) << count;
        }
        const Array<int> back(nothing(other ? count : 0));
        EXPECT_MPI(call(form, MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, whole.data(), count, whole_type, back.data(), count,
                        part_type, root, inter_));
        if (other) {
          ASSERT_EQ(back.get(), values(rank(), 0, count)) << count << " from " << r;
        }
      });
    }
  }
}

TEST_F(BetweenGroups, GathervAndScatterv) {
  for (const Form form : kForms) {
    for_each_root([&](int root, Side side, int r) {
      const bool is_root = side == Side::kRoot;
      const bool other = side == Side::kOther;
      const Spread parts(is_root ? theirs_ : 0, 400);
      const int count = other ? Spread(mine_, 400).counts[static_cast<std::size_t>(me_)] : 0;
      const MPI_Datatype whole_type = is_root ? MPI_INT : MPI_DATATYPE_NULL;
      const MPI_Datatype part_type = other ? MPI_INT : MPI_DATATYPE_NULL;
      std::vector<int> expected(parts.size(), kNothing);
      for (std::size_t i = 0; i < parts.counts.size(); ++i) {
        std::ranges::copy(values(their(static_cast<int>(i)), 0, parts.counts[i]), expected.begin() + parts.places[i]);
      }
      const Array<int> part(values(rank(), 0, count));
      const Array<int> whole(std::vector<int>(parts.size(), kNothing));
      EXPECT_MPI(call(form, MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, part.data(), count, part_type, whole.data(),
                      parts.counts.data(), parts.places.data(), whole_type, root, inter_));
      ASSERT_EQ(whole.get(), expected) << r;
      const Array<int> back(nothing(count));
      EXPECT_MPI(call(form, MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, whole.data(), parts.counts.data(),
                      parts.places.data(), whole_type, back.data(), count, part_type, root, inter_));
      ASSERT_EQ(back.get(), values(rank(), 0, count)) << r;
    });
  }
}

// The counts of the two groups may differ; those of a sender and its receivers must be equal.
TEST_F(BetweenGroups, Allgather) {
  for (const Form form : kForms) {
    for (const int unit : counts()) {
      const int ours = is_low_ ? unit : 2 * unit;
      const int other = is_low_ ? 2 * unit : unit;
      const Array<int> part(values(rank(), 0, ours));
      const Array<int> whole(nothing(other * theirs_));
      EXPECT_MPI(call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, part.data(), ours, MPI_INT, whole.data(), other,
                      MPI_INT, inter_));
      ASSERT_EQ(whole.get(), theirs(0, other)) << unit;
    }
  }
}

TEST_F(BetweenGroups, Allgatherv) {
  for (const Form form : kForms) {
    const Spread parts(theirs_, 300);
    const int count = Spread(mine_, 300).counts[static_cast<std::size_t>(me_)];
    std::vector<int> expected(parts.size(), kNothing);
    for (std::size_t i = 0; i < parts.counts.size(); ++i) {
      std::ranges::copy(values(their(static_cast<int>(i)), 0, parts.counts[i]), expected.begin() + parts.places[i]);
    }
    const Array<int> part(values(rank(), 0, count));
    const Array<int> whole(std::vector<int>(parts.size(), kNothing));
    EXPECT_MPI(call(form, MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, part.data(), count, MPI_INT, whole.data(),
                    parts.counts.data(), parts.places.data(), MPI_INT, inter_));
    ASSERT_EQ(whole.get(), expected);
  }
}

TEST_F(BetweenGroups, AlltoallInAllForms) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      std::vector<int> out;
      for (int r = 0; r < theirs_; ++r) std::ranges::copy(values(rank(), their(r), count), std::back_inserter(out));
      const auto expected = theirs(rank(), count);
      const Array<int> send(out);
      const Array<int> recv(nothing(count * theirs_));
      EXPECT_MPI(call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, send.data(), count, MPI_INT, recv.data(), count,
                      MPI_INT, inter_));
      ASSERT_EQ(recv.get(), expected) << count;
      const auto n = static_cast<std::size_t>(theirs_);
      std::vector<int> lengths(n, count), places(n), bytes(n);
      for (std::size_t r = 0; r < n; ++r) {
        places[r] = static_cast<int>(r) * count;
        bytes[r] = places[r] * static_cast<int>(sizeof(int));
      }
      const Array<int> again(nothing(count * theirs_));
      EXPECT_MPI(call(form, MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, send.data(), lengths.data(), places.data(),
                      MPI_INT, again.data(), lengths.data(), places.data(), MPI_INT, inter_));
      ASSERT_EQ(again.get(), expected) << count;
      const std::vector<MPI_Datatype> types(n, MPI_INT);
      const Array<int> third(nothing(count * theirs_));
      EXPECT_MPI(call(form, MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, send.data(), lengths.data(), bytes.data(),
                      types.data(), third.data(), lengths.data(), bytes.data(), types.data(), inter_));
      ASSERT_EQ(third.get(), expected) << count;
    }
  }
}

TEST_F(BetweenGroups, ReduceAndAllreduce) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      const Array<int> mine(values(rank(), 0, count));
      const Array<int> all(nothing(count));
      EXPECT_MPI(call(form, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, mine.data(), all.data(), count, MPI_INT, MPI_SUM,
                      inter_));
      ASSERT_EQ(all.get(), their_sums(count)) << count;
      for_each_root([&](int root, Side side, int r) {
        const Array<int> sum(nothing(side == Side::kRoot ? count : 0));
        const bool beside = side == Side::kBeside;
        EXPECT_MPI(call(form, MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, side == Side::kOther ? mine.data() : nullptr,
                        sum.data(), count, beside ? MPI_DATATYPE_NULL : MPI_INT, MPI_SUM, root, inter_));
        if (side == Side::kRoot) {
          ASSERT_EQ(sum.get(), their_sums(count)) << count << " at " << r;
        }
      });
    }
  }
}

// The two groups have vectors of the same length, which are cut into parts by each group's own lengths.
TEST_F(BetweenGroups, ReduceScatter) {
  for (const Form form : kForms) {
    for (const int unit : {0, 1, 100, 3000}) {
      const int total = mine_ * theirs_ * unit;
      const int block = theirs_ * unit;
      const auto sums = their_sums(total);
      const Array<int> mine(values(rank(), 0, total));
      const Array<int> part(nothing(block));
      EXPECT_MPI(call(form, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, mine.data(),
                      part.data(), block, MPI_INT, MPI_SUM, inter_));
      ASSERT_EQ(part.get(), std::vector<int>(sums.begin() + me_ * block, sums.begin() + (me_ + 1) * block)) << unit;
      // All to this group's last rank but one element each.
      std::vector<int> lengths(static_cast<std::size_t>(mine_), total != 0 ? 1 : 0);
      lengths.back() = total - std::accumulate(lengths.begin(), lengths.end() - 1, 0);
      const int length = lengths[static_cast<std::size_t>(me_)];
      const int first = me_ * (total != 0 ? 1 : 0);
      const Array<int> uneven(nothing(length));
      EXPECT_MPI(call(form, MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, mine.data(), uneven.data(),
                      lengths.data(), MPI_INT, MPI_SUM, inter_));
      ASSERT_EQ(uneven.get(), std::vector<int>(sums.begin() + first, sums.begin() + first + length)) << unit;
    }
  }
}

TEST_F(BetweenGroups, WrongArguments) {
  const Array<int> mine(nothing(size()));
  const Array<int> other(nothing(size()));
  for (const Form form : kForms) {
    EXPECT_CLASS(call(form, MPI_Scan, MPI_Iscan, MPI_Scan_init, mine.data(), other.data(), 1, MPI_INT, MPI_SUM, inter_),
                 MPI_ERR_COMM);
    EXPECT_CLASS(call(form, MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, mine.data(), other.data(), 1, MPI_INT, MPI_SUM, inter_),
                 MPI_ERR_COMM);
    EXPECT_CLASS(call(form, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, mine.data(), 1, MPI_INT, theirs_, inter_), MPI_ERR_ROOT);
    EXPECT_CLASS(call(form, MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, mine.data(), 1, MPI_INT, -1, inter_), MPI_ERR_ROOT);
    void* const in_place = MPI_IN_PLACE;
    EXPECT_CLASS(
        call(form, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, in_place, other.data(), 1, MPI_INT, MPI_SUM, inter_),
        MPI_ERR_BUFFER);
    EXPECT_CLASS(
        call(form, MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, in_place, 1, MPI_INT, other.data(), 1, MPI_INT, inter_),
        MPI_ERR_BUFFER);
    EXPECT_CLASS(
        call(form, MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, in_place, 1, MPI_INT, other.data(), 1, MPI_INT, inter_),
        MPI_ERR_BUFFER);
  }
}

}  // namespace
}  // namespace penstock::test
