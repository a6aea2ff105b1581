// These tests cover shared file pointers, ordered accesses, MPI_MODE_SEQUENTIAL, split collective and nonblocking accesses.
#include <algorithm>

#include "io_test.hpp"

namespace penstock::test {
namespace {

MPI_Offset shared_position_of(MPI_File file) {
  MPI_Offset position = -1;
  EXPECT_MPI(MPI_File_get_position_shared(file, &position));
  return position;
}

TEST_F(Io, SharedWritesLieOneBehindTheOther) {
  constexpr int kRounds = 25;
  MPI_File file = open();
  EXPECT_MPI(MPI_File_set_view(file, 12, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  for (int round = 0; round < kRounds; ++round) {
    const int record[3] = {rank(), round, rank() * round};
    MPI_Status status;
    EXPECT_MPI(MPI_File_write_shared(file, record, 3, MPI_INT, &status));
    EXPECT_EQ(count_of(status, MPI_INT), 3);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_EQ(shared_position_of(file), 3 * kRounds * size());
  EXPECT_EQ(position_of(file), 0);
  EXPECT_EQ(size_of_file(file), 12 + 12 * kRounds * size());
  std::vector<int> all(static_cast<std::size_t>(3 * kRounds * size()));
  EXPECT_MPI(MPI_File_read_at(file, 0, all.data(), static_cast<int>(all.size()), MPI_INT, MPI_STATUS_IGNORE));
  std::vector<int> next_round(static_cast<std::size_t>(size()), 0);
  for (std::size_t i = 0; i < all.size(); i += 3) {
    ASSERT_GE(all[i], 0);
    ASSERT_LT(all[i], size());
    ASSERT_EQ(all[i + 1], next_round[static_cast<std::size_t>(all[i])]++) << "a rank's records come in its order";
    ASSERT_EQ(all[i + 2], all[i] * all[i + 1]);
  }
  // MPI_File_read_shared gives each record to exactly one rank.
  EXPECT_MPI(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    int record[3] = {};
    EXPECT_MPI(MPI_File_read_shared(file, record, 3, MPI_INT, MPI_STATUS_IGNORE));
    sum += 1000 * record[0] + record[1];
  }
  int total = 0;
  MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  int expected = 0;
  for (int i = 0; i < size(); ++i) expected += kRounds * 1000 * i + kRounds * (kRounds - 1) / 2;
  EXPECT_EQ(total, expected);
  close(file);
}

TEST_F(Io, TheSharedPointerIsMovedTogether) {
  MPI_File file = open();
  EXPECT_MPI(MPI_File_set_size(file, 100));
  EXPECT_EQ(shared_position_of(file), 0);
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_MPI(MPI_File_seek_shared(file, 40, MPI_SEEK_SET));
  EXPECT_EQ(shared_position_of(file), 40);
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_MPI(MPI_File_seek_shared(file, -15, MPI_SEEK_CUR));
  EXPECT_EQ(shared_position_of(file), 25);
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_MPI(MPI_File_seek_shared(file, -1, MPI_SEEK_END));
  EXPECT_EQ(shared_position_of(file), 99);
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_CLASS(MPI_File_seek_shared(file, -100, MPI_SEEK_CUR), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_seek_shared(file, 0, 99), MPI_ERR_ARG);
  if (size() > 1) EXPECT_CLASS(MPI_File_seek_shared(file, rank(), MPI_SEEK_SET), MPI_ERR_NOT_SAME);
  EXPECT_EQ(shared_position_of(file), 99);
  for (int i = 0; i < 3; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_MPI(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    EXPECT_EQ(shared_position_of(file), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    char byte = 0;
    EXPECT_MPI(MPI_File_read_shared(file, &byte, 1, MPI_CHAR, MPI_STATUS_IGNORE));
  }
  close(file);
  file = open(MPI_MODE_RDWR | MPI_MODE_APPEND);
  EXPECT_EQ(shared_position_of(file), 100);
  MPI_Barrier(MPI_COMM_WORLD);
  close(file);
}

TEST_F(Io, OrderedAccessesGoByRank) {
  MPI_File file = open();
  // Rank i writes i + 1 bytes, in two calls.
  const std::vector<char> mine(static_cast<std::size_t>(rank()) + 1, static_cast<char>('a' + rank()));
  MPI_Status status;
  for (int i = 0; i < 2; ++i) {
    EXPECT_MPI(MPI_File_write_ordered(file, mine.data(), rank() + 1, MPI_CHAR, &status));
    EXPECT_EQ(count_of(status, MPI_CHAR), rank() + 1);
  }
  std::string round;
  for (int i = 0; i < size(); ++i) round += std::string(static_cast<std::size_t>(i) + 1, static_cast<char>('a' + i));
  EXPECT_EQ(shared_position_of(file), static_cast<MPI_Offset>(2 * round.size()));
  std::string all(2 * round.size(), '?');
  EXPECT_MPI(MPI_File_read_at(file, 0, all.data(), static_cast<int>(all.size()), MPI_CHAR, MPI_STATUS_IGNORE));
  EXPECT_EQ(all, round + round);
  EXPECT_MPI(MPI_File_seek_shared(file, static_cast<MPI_Offset>(round.size()), MPI_SEEK_SET));
  std::vector<char> again(mine.size());
  EXPECT_MPI(MPI_File_read_ordered(file, again.data(), rank() + 1, MPI_CHAR, &status));
  EXPECT_EQ(again, mine);
  // An invalid argument of one rank makes the call fail on all ranks, and the shared file pointer does not move.
  EXPECT_CLASS(MPI_File_write_ordered(file, mine.data(), rank() == 0 ? -1 : 1, MPI_CHAR, &status), MPI_ERR_COUNT);
  EXPECT_EQ(shared_position_of(file), static_cast<MPI_Offset>(2 * round.size()));
  close(file);
}

TEST_F(Io, SequentialFiles) {
  MPI_File file = open(MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
  const int mine = 10 + rank();
  EXPECT_MPI(MPI_File_write_ordered(file, &mine, 1, MPI_INT, MPI_STATUS_IGNORE));
  EXPECT_CLASS(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPI_ERR_ARG);
  EXPECT_MPI(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  EXPECT_EQ(shared_position_of(file), 0);
  MPI_Offset at = 0;
  EXPECT_MPI(MPI_File_get_byte_offset(file, 1, &at));
  EXPECT_EQ(at, 4 * size() + 4);
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_MPI(MPI_File_write_ordered(file, &mine, 1, MPI_INT, MPI_STATUS_IGNORE));
  EXPECT_CLASS(MPI_File_seek_shared(file, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION);
  close(file);
  file = open(MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL);
  int both[2] = {};
  EXPECT_MPI(MPI_File_read_ordered(file, &both[0], 1, MPI_INT, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_File_read_ordered(file, &both[1], 1, MPI_INT, MPI_STATUS_IGNORE));
  EXPECT_EQ(both[0], mine);
  EXPECT_EQ(both[1], mine);
  close(file);
}

TEST_F(Io, SplitCalls) {
  MPI_File file = open();
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  const int out[2] = {rank(), -rank()};
  int in[2] = {7, 7};
  int other = 0;
  MPI_Status status;
  EXPECT_MPI(MPI_File_write_at_all_begin(file, 2 * rank(), out, 2, MPI_INT));
  EXPECT_CLASS(MPI_File_write_at_all_begin(file, 2 * rank(), out, 2, MPI_INT), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_read_at_all_end(file, in, &status), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_write_at_all_end(file, &other, &status), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_File_write_all(file, out, 2, MPI_INT, &status), MPI_ERR_ARG);
  EXPECT_EQ(position_of(file), 0);
  EXPECT_MPI(MPI_File_write_at_all_end(file, out, &status));
  EXPECT_EQ(count_of(status, MPI_INT), 2);
  EXPECT_CLASS(MPI_File_write_at_all_end(file, out, &status), MPI_ERR_ARG);
  EXPECT_MPI(MPI_File_seek(file, 2 * rank(), MPI_SEEK_SET));
  EXPECT_MPI(MPI_File_read_all_begin(file, in, 2, MPI_INT));
  EXPECT_MPI(MPI_File_read_all_end(file, in, &status));
  EXPECT_EQ(in[1], out[1]);
  EXPECT_EQ(position_of(file), 2 * rank() + 2);
  EXPECT_MPI(MPI_File_read_ordered_begin(file, in, 2, MPI_INT));
  EXPECT_MPI(MPI_File_read_ordered_end(file, in, &status));
  EXPECT_EQ(in[0], out[0]);
  EXPECT_MPI(MPI_File_write_ordered_begin_c(file, out, 2, MPI_INT));
  EXPECT_MPI(MPI_File_write_ordered_end(file, out, &status));
  EXPECT_EQ(size_of_file(file), 16 * size());
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_MPI(MPI_File_write_all_begin(file, out, 2, MPI_INT));
  EXPECT_MPI(MPI_File_write_all_end(file, out, &status));
  // The function that ends the split access returns the error.
  EXPECT_MPI(MPI_File_write_all_begin(file, out, rank() == 0 ? -1 : 1, MPI_INT));
  EXPECT_CLASS(MPI_File_write_all_end(file, out, &status), MPI_ERR_COUNT);
  close(file);
}

TEST_F(Io, SplitCallsExcludeOtherCollectiveCalls) {
  MPI_File file = open();
  int data[2] = {rank(), 7};
  MPI_Status status;
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_File_write_ordered_begin(file, data, 2, MPI_INT));
  const auto expect_refused = [](int code) {
    EXPECT_EQ(class_of(code), MPI_ERR_ARG);
    EXPECT_NE(text_of(code).find("MPI_File_write_ordered_end"), std::string::npos) << text_of(code);
  };
  expect_refused(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
  expect_refused(MPI_File_set_size(file, 0));
  expect_refused(MPI_File_preallocate(file, 1000));
  expect_refused(MPI_File_set_atomicity(file, 1));
  expect_refused(MPI_File_sync(file));
  expect_refused(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  expect_refused(MPI_File_write_at_all(file, 0, data, 2, MPI_INT, &status));
  expect_refused(MPI_File_read_ordered(file, data, 2, MPI_INT, &status));
  expect_refused(MPI_File_iread_at_all(file, 0, data, 2, MPI_INT, &request));
  expect_refused(MPI_File_iwrite_all(file, data, 2, MPI_INT, &request));
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  expect_refused(MPI_File_write_all_begin(file, data, 2, MPI_INT));
  expect_refused(MPI_File_write_all_end(file, data, &status));
  int found = -1;
  EXPECT_MPI(MPI_File_read_at(file, 0, &found, 4, MPI_BYTE, &status));  // an independent access is allowed
  EXPECT_MPI(MPI_File_write_ordered_end(file, data, &status));
  EXPECT_EQ(size_of_file(file), 8 * size());
  EXPECT_EQ(shared_position_of(file), 8 * size());
  MPI_Barrier(MPI_COMM_WORLD);
  // Only rank 0 has forgotten to end its access: the others hear of it and do not wait.
  EXPECT_MPI(MPI_File_write_all_begin(file, data, 1, MPI_INT));
  if (rank() != 0) EXPECT_MPI(MPI_File_write_all_end(file, data, &status));
  const int code = MPI_File_write_all_begin(file, data, 1, MPI_INT);
  EXPECT_EQ(class_of(code), rank() == 0 ? MPI_ERR_ARG : MPI_SUCCESS);
  const int ended = MPI_File_write_all_end(file, data, &status);
  EXPECT_EQ(class_of(ended), rank() == 0 ? MPI_SUCCESS : MPI_ERR_ARG);
  close(file);
}

TEST_F(Io, AccessesBesideTheProgram) {
  constexpr int kBytes = 300000;
  constexpr int kMany = 8;
  MPI_File file = open();
  std::vector<std::vector<std::uint8_t>> out;
  std::vector<MPI_Request> requests(kMany, MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_File_seek(file, MPI_Offset{kBytes} * kMany * rank(), MPI_SEEK_SET));
  for (int i = 0; i < kMany; ++i) {
    out.push_back(pattern(kBytes, kMany * rank() + i));
    EXPECT_MPI(MPI_File_iwrite(file, out.back().data(), kBytes, MPI_BYTE, &requests[static_cast<std::size_t>(i)]));
    EXPECT_EQ(position_of(file), MPI_Offset{kBytes} * (kMany * rank() + i + 1)) << "the pointer moves at the call";
  }
  std::vector<MPI_Status> statuses(kMany);
  EXPECT_MPI(MPI_Waitall(kMany, requests.data(), statuses.data()));
  for (const MPI_Status& status : statuses) EXPECT_EQ(count_of(status, MPI_BYTE), kBytes);
  MPI_Barrier(MPI_COMM_WORLD);
  std::vector<std::uint8_t> in(kBytes);
  for (int i = 0; i < kMany; ++i) {
    MPI_Request request = MPI_REQUEST_NULL;
    const MPI_Offset at = MPI_Offset{kBytes} * (kMany * next() + i);
    const auto read = i % 2 == 0 ? MPI_File_iread_at : MPI_File_iread_at_all;
    EXPECT_MPI(read(file, at, in.data(), kBytes, MPI_BYTE, &request));
    MPI_Status status;
    if (i % 3 == 0) {
      int flag = 0;
      while (flag == 0) MPI_Test(&request, &flag, &status);
    } else {
      EXPECT_MPI(MPI_Wait(&request, &status));
    }
    EXPECT_EQ(count_of(status, MPI_BYTE), kBytes);
    EXPECT_EQ(in, pattern(kBytes, kMany * next() + i));
  }
  close(file);
}

// Accesses that are under way when a view or a size is set are complete before the change takes effect.
TEST_F(Io, ChangesWaitForAccessesBesideTheProgram) {
  constexpr int kBytes = 20000;
  constexpr int kMany = 12;
  MPI_File file = open();
  MPI_Datatype halves = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(MPI_CHAR, 0, 2, &halves);
  MPI_Type_commit(&halves);
  std::vector<char> out(kBytes, 'x');
  std::vector<MPI_Request> requests(kMany, MPI_REQUEST_NULL);
  const auto write_all = [&] {
    for (int i = 0; i < kMany; ++i) {
      const MPI_Offset at = MPI_Offset{kBytes} * (kMany * rank() + i);
      EXPECT_MPI(MPI_File_iwrite_at(file, at, out.data(), kBytes, MPI_CHAR, &requests[static_cast<std::size_t>(i)]));
    }
  };
  EXPECT_MPI(MPI_File_set_view(file, 1, MPI_CHAR, halves, "native", MPI_INFO_NULL));
  MPI_Type_free(&halves);
  write_all();
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL));
  const MPI_Offset end = 2 * MPI_Offset{kBytes} * kMany * size();
  EXPECT_EQ(size_of_file(file), end);
  std::vector<char> in(2 * kBytes);
  for (int i = 0; i < kMany; ++i) {
    const MPI_Offset at = 2 * MPI_Offset{kBytes} * (kMany * rank() + i);
    EXPECT_MPI(MPI_File_read_at(file, at, in.data(), 2 * kBytes, MPI_CHAR, MPI_STATUS_IGNORE));
    EXPECT_EQ(std::ranges::count(in, 'x'), kBytes) << "access " << i << " used another view";
  }
  EXPECT_MPI(MPI_Waitall(kMany, requests.data(), MPI_STATUSES_IGNORE));
  EXPECT_MPI(MPI_File_set_size(file, 0));
  write_all();
  EXPECT_MPI(MPI_File_set_size(file, 5));
  EXPECT_EQ(size_of_file(file), 5);
  EXPECT_MPI(MPI_Waitall(kMany, requests.data(), MPI_STATUSES_IGNORE));
  EXPECT_EQ(size_of_file(file), 5);
  close(file);
}

TEST_F(Io, RequestsTellWhatHasCome) {
  MPI_File file = open();
  EXPECT_MPI(MPI_File_set_size(file, 10));
  char in[16] = {};
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  EXPECT_MPI(MPI_File_iread_shared(file, in, 16, MPI_CHAR, &request));
  EXPECT_MPI(MPI_Wait(&request, &status));
  EXPECT_LE(count_of(status, MPI_CHAR), 10);
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_EQ(shared_position_of(file), 16 * size());
  EXPECT_MPI(MPI_File_iwrite_all(file, nullptr, 0, MPI_CHAR, &request));
  EXPECT_MPI(MPI_Wait(&request, &status));
  EXPECT_EQ(count_of(status, MPI_CHAR), 0);
  // An invalid argument makes the call itself fail, not the wait.
  EXPECT_CLASS(MPI_File_iwrite_at(file, -4, in, 1, MPI_CHAR, &request), MPI_ERR_ARG);
  // The access continues after MPI_Request_free.
  EXPECT_MPI(MPI_File_iwrite_at_c(file, 100 + rank(), "z", 1, MPI_CHAR, &request));
  EXPECT_MPI(MPI_Request_free(&request));
  close(file);
}

}  // namespace
}  // namespace penstock::test
