// These tests inject faults into system calls on files. CMakeLists.txt runs each test in a job of its own with the value of
// PENSTOCK_FAULT that stands above the test here.
#include <sys/resource.h>

#include <fstream>
#include <optional>

#include "io_test.hpp"

namespace penstock::test {
namespace {

class Fault : public Io {};

constexpr int kBytes = 4096;  // one system call moves this many bytes, unless a fault shortens it

// io.open@1=eacces
TEST_F(Fault, OpenOnOneRank) {
  MPI_File file = MPI_FILE_NULL;
  const int code = MPI_File_open(MPI_COMM_WORLD, path().c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  EXPECT_EQ(class_of(code), MPI_ERR_ACCESS);
  EXPECT_EQ(file, MPI_FILE_NULL);
  const bool named = text_of(code).find("rank 1 could not open the file") != std::string::npos;
  EXPECT_EQ(named, rank() != 1) << text_of(code);
}

// io.write@1:3=enospc,io.write@1:2=short
TEST_F(Fault, WriteOnOneRank) {
  MPI_File file = open();
  const std::vector<std::uint8_t> mine = pattern(kBytes, rank());
  MPI_Status status;
  EXPECT_MPI(MPI_File_write_at_all(file, MPI_Offset{kBytes} * rank(), mine.data(), kBytes, MPI_BYTE, &status));
  const int code = MPI_File_write_at_all(file, MPI_Offset{kBytes} * rank(), mine.data(), kBytes, MPI_BYTE, &status);
  EXPECT_EQ(class_of(code), MPI_ERR_NO_SPACE) << text_of(code);
  EXPECT_EQ(count_of(status, MPI_BYTE), rank() == 1 ? kBytes / 2 : kBytes);
  // The file handle stays usable after the failure.
  EXPECT_MPI(MPI_File_write_at_all(file, MPI_Offset{kBytes} * rank(), mine.data(), kBytes, MPI_BYTE, &status));
  EXPECT_EQ(count_of(status, MPI_BYTE), kBytes);
  close(file);
}

// io.write=short,io.read:1%2=eintr,io.read:2%4=short
TEST_F(Fault, ShortAndInterrupted) {
  MPI_File file = open();
  const std::vector<std::uint8_t> mine = pattern(kBytes, rank());
  MPI_Status status;
  EXPECT_MPI(MPI_File_write_at_all(file, MPI_Offset{kBytes} * rank(), mine.data(), kBytes, MPI_BYTE, &status));
  EXPECT_EQ(count_of(status, MPI_BYTE), kBytes);
  std::vector<std::uint8_t> theirs(kBytes);
  EXPECT_MPI(MPI_File_read_at_all(file, MPI_Offset{kBytes} * next(), theirs.data(), kBytes, MPI_BYTE, &status));
  EXPECT_EQ(count_of(status, MPI_BYTE), kBytes);
  EXPECT_EQ(theirs, pattern(kBytes, next()));
  close(file);
}

int heard = MPI_SUCCESS;
int times = 0;
void listen(MPI_File* /*file*/, int* code, ...) {
  heard = class_of(*code);
  ++times;
}

// io.read@0:1=eio,io.sync@0:1=edquot,io.resize@0:1=enospc,io.close@1:1=edquot
TEST_F(Fault, OneOfEachCall) {
  MPI_File file = open();
  char byte = 0;
  const int read = MPI_File_read_at_all(file, 0, &byte, 1, MPI_CHAR, MPI_STATUS_IGNORE);
  EXPECT_EQ(class_of(read), MPI_ERR_IO);
  EXPECT_MPI(MPI_File_read_at_all(file, 0, &byte, 1, MPI_CHAR, MPI_STATUS_IGNORE));
  EXPECT_CLASS(MPI_File_sync(file), MPI_ERR_QUOTA);
  EXPECT_CLASS(MPI_File_preallocate(file, 1000), MPI_ERR_NO_SPACE);
  EXPECT_MPI(MPI_File_set_size(file, 1000));
  MPI_Errhandler listener = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_File_create_errhandler(listen, &listener));
  EXPECT_MPI(MPI_File_set_errhandler(file, listener));
  MPI_Errhandler_free(&listener);
  EXPECT_CLASS(MPI_File_close(&file), MPI_ERR_QUOTA);
  EXPECT_EQ(heard, MPI_ERR_QUOTA);
  EXPECT_EQ(times, 1);
  EXPECT_EQ(file, MPI_FILE_NULL);
}

// Only the rank whose independent access fails gets the error: io.write@1:1=edquot
TEST_F(Fault, IndependentWrite) {
  MPI_File file = open();
  const int code = MPI_File_write_at(file, rank(), "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
  EXPECT_EQ(class_of(code), rank() == 1 ? MPI_ERR_QUOTA : MPI_SUCCESS);
  close(file);
}

// Bounds the address space of this process to what it has now and 64 MiB, until the destructor runs.
class LittleMemory {
 public:
  LittleMemory() {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    EXPECT_GT(pages, 0U);
    EXPECT_EQ(::getrlimit(RLIMIT_AS, &before_), 0);
    rlimit little = before_;
    little.rlim_cur = pages * static_cast<std::uint64_t>(::getpagesize()) + (64 << 20);
    EXPECT_EQ(::setrlimit(RLIMIT_AS, &little), 0);
  }
  LittleMemory(const LittleMemory&) = delete;
  LittleMemory& operator=(const LittleMemory&) = delete;
  ~LittleMemory() { EXPECT_EQ(::setrlimit(RLIMIT_AS, &before_), 0); }

 private:
  rlimit before_{};
};

// Data sieving on rank 1 needs a buffer for the whole span of its view, for which it has no memory. The read fails on all
// ranks, and no rank waits for rank 1.
TEST_F(Fault, NoMemoryOnOneRank) {
  constexpr int kStride = 1 << 20;
  constexpr int kBlocks = 500;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "romio_ds_read", "enable");
  MPI_Info_set(info, "ind_rd_buffer_size", std::to_string(1 << 30).c_str());
  MPI_File file = MPI_FILE_NULL;
  EXPECT_MPI(MPI_File_open(MPI_COMM_WORLD, path().c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file));
  MPI_Info_free(&info);
  EXPECT_MPI(MPI_File_set_size(file, MPI_Offset{kStride} * kBlocks));
  MPI_Datatype filetype = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(MPI_BYTE, 0, kStride, &filetype);
  MPI_Type_commit(&filetype);
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_BYTE, filetype, "native", MPI_INFO_NULL));
  MPI_Type_free(&filetype);
  std::vector<char> in(kBlocks);
  std::optional<LittleMemory> little;
  if (rank() == 1) little.emplace();
  const int count = rank() == 1 ? kBlocks : 1;
  const int code = MPI_File_read_at_all(file, 0, in.data(), count, MPI_BYTE, MPI_STATUS_IGNORE);
  EXPECT_EQ(class_of(code), MPI_ERR_NO_MEM) << text_of(code);
  EXPECT_MPI(MPI_File_read_at_all_begin(file, 0, in.data(), count, MPI_BYTE));
  EXPECT_CLASS(MPI_File_read_at_all_end(file, in.data(), MPI_STATUS_IGNORE), MPI_ERR_NO_MEM);
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_File_iread_at(file, 0, in.data(), count, MPI_BYTE, &request));
  EXPECT_EQ(class_of(MPI_Wait(&request, MPI_STATUS_IGNORE)), rank() == 1 ? MPI_ERR_NO_MEM : MPI_SUCCESS);
  little.reset();
  EXPECT_MPI(MPI_File_read_at_all(file, 0, in.data(), 1, MPI_BYTE, MPI_STATUS_IGNORE));
  close(file);
}

// MPI_Wait returns the failure of a nonblocking access, and invokes the error handler of the file: io.write@1:1=enospc
TEST_F(Fault, BesideTheProgram) {
  MPI_File file = open();
  MPI_Errhandler listener = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_File_create_errhandler(listen, &listener));
  EXPECT_MPI(MPI_File_set_errhandler(file, listener));
  MPI_Errhandler_free(&listener);
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_File_iwrite_at_all(file, rank(), "x", 1, MPI_CHAR, &request));
  MPI_Status status;
  const int expected = rank() == 1 ? MPI_ERR_NO_SPACE : MPI_SUCCESS;
  EXPECT_EQ(class_of(MPI_Wait(&request, &status)), expected);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_EQ(count_of(status, MPI_CHAR), rank() == 1 ? 0 : 1);
  EXPECT_EQ(heard, expected);
  close(file);
}

}  // namespace
}  // namespace penstock::test
