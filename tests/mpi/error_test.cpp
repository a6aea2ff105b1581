// Wrong arguments give an error of the right class and lose nothing.
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Errors : public Mpi {
 protected:
  void TearDown() override {
    const int one = 1;
    int sum = 0;
    EXPECT_MPI(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EXPECT_EQ(sum, size());
    int got = -1;
    const int mine = rank();
    EXPECT_MPI(MPI_Sendrecv(&mine, 1, MPI_INT, next(), 0, &got, 1, MPI_INT, previous(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT_EQ(got, previous());
  }
  int value_ = 0;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

TEST_F(Errors, Ranks) {
  EXPECT_CLASS(MPI_Send(&value_, 1, MPI_INT, size(), 0, MPI_COMM_WORLD), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Send(&value_, 1, MPI_INT, -5, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Send(&value_, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Recv(&value_, 1, MPI_INT, size(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Irecv(&value_, 1, MPI_INT, 1, 0, MPI_COMM_SELF, &request_), MPI_ERR_RANK);
  EXPECT_EQ(request_, MPI_REQUEST_NULL);
  EXPECT_CLASS(MPI_Sendrecv(&value_, 1, MPI_INT, size(), 0, &value_, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
               MPI_ERR_RANK);
}

TEST_F(Errors, Tags) {
  EXPECT_CLASS(MPI_Send(&value_, 1, MPI_INT, 0, -1, MPI_COMM_WORLD), MPI_ERR_TAG);
  EXPECT_CLASS(MPI_Isend(&value_, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &request_), MPI_ERR_TAG);
  EXPECT_CLASS(MPI_Recv(&value_, 1, MPI_INT, 0, -9, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_TAG);
}

TEST_F(Errors, CountsAndBuffers) {
  EXPECT_CLASS(MPI_Send(&value_, -1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
  EXPECT_CLASS(MPI_Bcast(&value_, -3, MPI_INT, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
  EXPECT_CLASS(MPI_Send(nullptr, 1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_Allreduce(&value_, &value_, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), MPI_ERR_BUFFER);
}

TEST_F(Errors, Types) {
  EXPECT_CLASS(MPI_Send(&value_, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_contiguous(2, MPI_INT, &type));
  EXPECT_CLASS(MPI_Send(&value_, 0, type, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);  // not committed
  const MPI_Datatype stale = type;
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_CLASS(MPI_Send(&value_, 0, stale, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
  MPI_Datatype predefined = MPI_INT;
  EXPECT_CLASS(MPI_Type_free(&predefined), MPI_ERR_TYPE);
  EXPECT_CLASS(MPI_Type_vector(-1, 1, 1, MPI_INT, &type), MPI_ERR_COUNT);
  const int sizes[1] = {4};
  const int subsizes[1] = {3};
  const int starts[1] = {2};
  EXPECT_CLASS(MPI_Type_create_subarray(1, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type), MPI_ERR_ARG);
}

// If no element moves a null datatype is accepted, as in other libraries.
TEST_F(Errors, NullTypesWhereNothingMoves) {
  const MPI_Datatype none = MPI_DATATYPE_NULL;
  const MPI_Comm self = MPI_COMM_SELF;
  EXPECT_MPI(MPI_Irecv(nullptr, 0, none, 0, 3, self, &request_));
  EXPECT_MPI(MPI_Send(nullptr, 0, none, 0, 3, self));
  EXPECT_MPI(MPI_Wait(&request_, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Sendrecv(&value_, 1, none, MPI_PROC_NULL, 0, &value_, 1, none, MPI_PROC_NULL, 0, self, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Sendrecv_replace(&value_, 1, none, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, self, MPI_STATUS_IGNORE));
  EXPECT_CLASS(MPI_Sendrecv_replace(&value_, 1, none, 0, 0, MPI_PROC_NULL, 0, self, MPI_STATUS_IGNORE), MPI_ERR_TYPE);
  EXPECT_MPI(MPI_Recv_init(&value_, 1, none, MPI_PROC_NULL, 0, self, &request_));
  EXPECT_MPI(MPI_Start(&request_));
  EXPECT_MPI(MPI_Wait(&request_, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Request_free(&request_));
  MPI_Message message = MPI_MESSAGE_NULL;
  EXPECT_MPI(MPI_Mprobe(MPI_PROC_NULL, 0, self, &message, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Mrecv(&value_, 1, none, &message, MPI_STATUS_IGNORE));
  int position = 0;
  EXPECT_MPI(MPI_Pack(&value_, 0, none, &value_, sizeof value_, &position, self));
  EXPECT_MPI(MPI_Unpack(&value_, sizeof value_, &position, &value_, 0, none, self));
  EXPECT_EQ(position, 0);
}

TEST_F(Errors, NullTypesOfCollectivesWhereNothingMoves) {
  const MPI_Datatype none = MPI_DATATYPE_NULL;
  const std::vector<int> zeros(static_cast<std::size_t>(size()));
  const std::vector<int> ones(zeros.size(), 1);
  EXPECT_MPI(MPI_Bcast(nullptr, 0, none, 0, MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Allgather(nullptr, 0, none, nullptr, 0, none, MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Scatter(nullptr, 0, none, nullptr, 0, none, 0, MPI_COMM_WORLD));
  EXPECT_MPI(
      MPI_Alltoallv(nullptr, zeros.data(), zeros.data(), none, nullptr, zeros.data(), zeros.data(), none, MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Allgatherv(nullptr, 0, none, nullptr, zeros.data(), zeros.data(), none, MPI_COMM_WORLD));
  EXPECT_CLASS(MPI_Allgatherv(&value_, 1, MPI_INT, &value_, ones.data(), zeros.data(), none, MPI_COMM_WORLD), MPI_ERR_TYPE);
  EXPECT_CLASS(MPI_Alltoallv(nullptr, nullptr, zeros.data(), none, nullptr, zeros.data(), zeros.data(), none, MPI_COMM_WORLD),
               MPI_ERR_TYPE);
  EXPECT_CLASS(MPI_Allreduce(&value_, &request_, 0, none, MPI_SUM, MPI_COMM_WORLD), MPI_ERR_TYPE);  // as in MPICH
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

TEST_F(Errors, Communicators) {
  EXPECT_CLASS(MPI_Send(&value_, 1, MPI_INT, 0, 0, MPI_COMM_NULL), MPI_ERR_COMM);
  MPI_Comm copy;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_SELF, &copy));
  const MPI_Comm stale = copy;
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_CLASS(MPI_Barrier(stale), MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Comm_size(MPI_Comm_fromint(0x7000123), &value_), MPI_ERR_COMM);
  MPI_Comm world = MPI_COMM_WORLD;
  EXPECT_CLASS(MPI_Comm_free(&world), MPI_ERR_COMM);
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_contiguous(2, MPI_INT, &type));
  EXPECT_CLASS(MPI_Barrier(MPI_Comm_fromint(MPI_Type_toint(type))), MPI_ERR_COMM);
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(Errors, RootsAndOperations) {
  EXPECT_CLASS(MPI_Bcast(&value_, 1, MPI_INT, size(), MPI_COMM_WORLD), MPI_ERR_ROOT);
  EXPECT_CLASS(MPI_Gather(&value_, 1, MPI_INT, &value_, 1, MPI_INT, -1, MPI_COMM_WORLD), MPI_ERR_ROOT);
  int result = 0;
  double fraction = 0;
  double fractions = 0;
  EXPECT_CLASS(MPI_Allreduce(&value_, &result, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Allreduce(&fraction, &fractions, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Allreduce(&value_, &result, 1, MPI_INT, MPI_MAXLOC, MPI_COMM_WORLD), MPI_ERR_OP);
}

TEST_F(Errors, Requests) {
  MPI_Request request = MPI_Request_fromint(0x30000fff);
  EXPECT_CLASS(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
  request = MPI_REQUEST_NULL;
  EXPECT_CLASS(MPI_Request_free(&request), MPI_ERR_REQUEST);
  int index = 0;
  EXPECT_CLASS(MPI_Waitany(-1, nullptr, &index, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
}

TEST_F(Errors, TheSentenceNamesCallAndValue) {
  const int code = MPI_Send(&value_, 1, MPI_INT, 12345, 0, MPI_COMM_WORLD);
  const std::string text = text_of(code);
  EXPECT_NE(text.find("MPI_Send"), std::string::npos) << text;
  EXPECT_NE(text.find("12345"), std::string::npos) << text;
}

int handler_calls = 0;
int handler_class = -1;
MPI_Comm handler_comm = MPI_COMM_NULL;
void count_errors(MPI_Comm* comm, int* code, ...) {
  ++handler_calls;
  handler_class = class_of(*code);
  handler_comm = *comm;
}

TEST_F(Errors, HandlersOfTheProgram) {
  MPI_Errhandler handler;
  MPI_Comm comm;
  EXPECT_MPI(MPI_Comm_create_errhandler(count_errors, &handler));
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  EXPECT_MPI(MPI_Comm_set_errhandler(comm, handler));
  EXPECT_MPI(MPI_Errhandler_free(&handler));
  EXPECT_EQ(handler, MPI_ERRHANDLER_NULL);
  handler_calls = 0;
  EXPECT_CLASS(MPI_Send(&value_, 1, MPI_INT, -8, 0, comm), MPI_ERR_RANK);
  EXPECT_EQ(handler_calls, 1);
  EXPECT_EQ(handler_class, MPI_ERR_RANK);
  EXPECT_EQ(handler_comm, comm);
  // The failure of a request goes to the handler of its communicator.
  const int out[2] = {1, 2};
  int in = 0;
  MPI_Request request;
  EXPECT_MPI(MPI_Irecv(&in, 1, MPI_INT, previous(), 1, comm, &request));
  EXPECT_MPI(MPI_Send(out, 2, MPI_INT, next(), 1, comm));
  EXPECT_CLASS(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
  EXPECT_EQ(handler_calls, 2);
  EXPECT_EQ(handler_class, MPI_ERR_TRUNCATE);
  // Duplicates inherit it, and it can be queried.
  MPI_Comm copy;
  MPI_Errhandler asked;
  EXPECT_MPI(MPI_Comm_dup(comm, &copy));
  EXPECT_CLASS(MPI_Send(&value_, 1, MPI_INT, 0, -8, copy), MPI_ERR_TAG);
  EXPECT_EQ(handler_calls, 3);
  EXPECT_MPI(MPI_Comm_get_errhandler(copy, &asked));
  EXPECT_MPI(MPI_Errhandler_free(&asked));
  EXPECT_MPI(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &asked));
  EXPECT_EQ(asked, MPI_ERRORS_RETURN);
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_MPI(MPI_Comm_free(&comm));
}

// The handle names the handler while a communicator uses it, even if it was freed.
TEST_F(Errors, AHandlersHandleLivesAsLongAsItIsUsed) {
  MPI_Comm copy;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_SELF, &copy));
  MPI_Errhandler handler;
  EXPECT_MPI(MPI_Comm_create_errhandler(count_errors, &handler));
  const MPI_Errhandler made = handler;
  EXPECT_MPI(MPI_Comm_set_errhandler(copy, handler));
  EXPECT_MPI(MPI_Errhandler_free(&handler));
  EXPECT_CLASS(MPI_Comm_set_errhandler(MPI_COMM_SELF, made), MPI_ERR_ERRHANDLER);
  for (int i = 0; i < 3; ++i) {
    EXPECT_MPI(MPI_Comm_get_errhandler(copy, &handler));
    EXPECT_EQ(handler, made);
    EXPECT_MPI(MPI_Errhandler_free(&handler));
  }
  EXPECT_MPI(MPI_Comm_free(&copy));
  MPI_Errhandler stale = made;
  EXPECT_CLASS(MPI_Errhandler_free(&stale), MPI_ERR_ERRHANDLER);
}

TEST_F(Errors, ClassesCodesAndTextsOfTheProgram) {
  int added_class = 0;
  int code = 0;
  EXPECT_MPI(MPI_Add_error_class(&added_class));
  EXPECT_GT(added_class, MPI_ERR_LASTCODE);
  EXPECT_MPI(MPI_Add_error_code(added_class, &code));
  EXPECT_EQ(class_of(code), added_class);
  EXPECT_EQ(text_of(code), "");
  int* last = nullptr;
  int flag = 0;
  EXPECT_MPI(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, static_cast<void*>(&last), &flag));
  EXPECT_EQ(*last, code);
  EXPECT_MPI(MPI_Add_error_string(code, "the turbine is dry"));
  EXPECT_EQ(text_of(code), "the turbine is dry");
  EXPECT_CLASS(MPI_Remove_error_class(added_class), MPI_ERR_ARG);  // it has a code
  EXPECT_CLASS(MPI_Remove_error_code(code), MPI_ERR_ARG);          // it has a text
  EXPECT_CLASS(MPI_Add_error_code(code, &value_), MPI_ERR_ARG);    // no class
  EXPECT_CLASS(MPI_Add_error_string(MPI_ERR_ARG, "mine"), MPI_ERR_ARG);
  EXPECT_MPI(MPI_Remove_error_string(code));
  EXPECT_MPI(MPI_Remove_error_code(code));
  EXPECT_MPI(MPI_Remove_error_class(added_class));
  EXPECT_CLASS(MPI_Remove_error_class(added_class), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Error_class(code, &value_), MPI_ERR_ARG);
}

}  // namespace
}  // namespace penstock::test
