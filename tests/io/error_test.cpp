// These tests cover error handlers of files, and of MPI_FILE_NULL.
#include "io_test.hpp"

namespace penstock::test {
namespace {

struct Heard {
  int calls = 0;
  int error_class = MPI_SUCCESS;
  MPI_File file = MPI_FILE_NULL;
};
Heard heard;

void listen(MPI_File* file, int* code, ...) {
  ++heard.calls;
  heard.error_class = class_of(*code);
  heard.file = *file;
}

MPI_Errhandler make_listener() {
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_File_create_errhandler(listen, &made));
  heard = {};
  return made;
}

int open_nothing() {
  MPI_File file = MPI_FILE_NULL;
  return MPI_File_open(MPI_COMM_SELF, "/no/such/folder/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
}

MPI_Errhandler handler_of(MPI_File file) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_File_get_errhandler(file, &handler));
  return handler;
}

TEST_F(Io, ErrorsAreReturnedWithoutAHandler) {
  EXPECT_EQ(handler_of(MPI_FILE_NULL), MPI_ERRORS_RETURN);
  MPI_File file = open();
  EXPECT_EQ(handler_of(file), MPI_ERRORS_RETURN);
  close(file);
}

TEST_F(Io, HandlersOfAFileHearOfIt) {
  MPI_File file = open();
  MPI_Errhandler listener = make_listener();
  EXPECT_MPI(MPI_File_set_errhandler(file, listener));
  EXPECT_EQ(handler_of(file), listener);
  MPI_Errhandler twice = handler_of(file);
  MPI_Errhandler_free(&twice);
  MPI_Errhandler_free(&listener);
  EXPECT_CLASS(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
  EXPECT_EQ(heard.calls, 1);
  EXPECT_EQ(heard.error_class, MPI_ERR_ARG);
  EXPECT_EQ(heard.file, file);
  EXPECT_CLASS(open_nothing(), MPI_ERR_NO_SUCH_FILE);
  EXPECT_EQ(heard.calls, 1) << "the handler of one file heard of another";
  EXPECT_MPI(MPI_File_call_errhandler(file, MPI_ERR_IO));
  EXPECT_EQ(heard.calls, 2);
  EXPECT_EQ(heard.error_class, MPI_ERR_IO);
  close(file);
}

TEST_F(Io, TheHandlerOfNoFile) {
  MPI_Errhandler listener = make_listener();
  EXPECT_MPI(MPI_File_set_errhandler(MPI_FILE_NULL, listener));
  EXPECT_CLASS(open_nothing(), MPI_ERR_NO_SUCH_FILE);
  EXPECT_EQ(heard.calls, 1);
  EXPECT_EQ(heard.file, MPI_FILE_NULL);
  EXPECT_CLASS(MPI_File_delete("/no/such/folder/file", MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE);
  EXPECT_EQ(heard.calls, 2);
  MPI_Offset offset = 0;
  EXPECT_CLASS(MPI_File_get_position(MPI_FILE_NULL, &offset), MPI_ERR_FILE);
  EXPECT_EQ(heard.calls, 3);
  EXPECT_MPI(MPI_File_call_errhandler(MPI_FILE_NULL, MPI_ERR_QUOTA));
  EXPECT_EQ(heard.error_class, MPI_ERR_QUOTA);
  // Files that are opened from now on inherit this error handler.
  MPI_File file = open();
  EXPECT_EQ(handler_of(file), listener);
  EXPECT_MPI(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN));
  EXPECT_CLASS(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
  EXPECT_EQ(heard.calls, 5);
  EXPECT_EQ(heard.file, file);
  close(file);
  EXPECT_CLASS(open_nothing(), MPI_ERR_NO_SUCH_FILE);
  EXPECT_EQ(heard.calls, 5);
  MPI_Errhandler_free(&listener);
}

void of_comm(MPI_Comm* /*comm*/, int* /*code*/, ...) {}

TEST_F(Io, HandlersOfOtherKinds) {
  MPI_File file = open();
  MPI_Errhandler other = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_Comm_create_errhandler(of_comm, &other));
  EXPECT_CLASS(MPI_File_set_errhandler(file, other), MPI_ERR_ERRHANDLER);
  MPI_Errhandler listener = make_listener();
  EXPECT_CLASS(MPI_Comm_set_errhandler(MPI_COMM_SELF, listener), MPI_ERR_ERRHANDLER);
  MPI_Errhandler_free(&other);
  MPI_Errhandler_free(&listener);
  close(file);
}

// An error of a file does not invoke the error handler of the communicator on which it was opened.
TEST_F(Io, CommunicatorsHearNothing) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  MPI_File file = MPI_FILE_NULL;
  EXPECT_CLASS(MPI_File_open(comm, path("absent").c_str(), MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_NO_SUCH_FILE);
  EXPECT_MPI(MPI_File_open(comm, path(std::to_string(rank())).c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
  MPI_Comm_free(&comm);  // the file does not need the communicator
  EXPECT_CLASS(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
  EXPECT_MPI(MPI_File_sync(file));
  close(file);
}

}  // namespace
}  // namespace penstock::test
