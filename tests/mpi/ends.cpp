// Programs with a mistake, or that leave something undone: ends_test.py checks their ends. mpiexec -n 2 ends KIND.
#include <mpi.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int kLarge = 1 << 20;

void check(bool holds, const char* what, int line) {
  if (holds) return;
  std::fprintf(stderr, "ends.cpp:%d: %s\n", line, what);
  std::_Exit(3);
}
#define CHECK(what) check((what), #what, __LINE__)
#define CHECK_MPI(call) check((call) == MPI_SUCCESS, #call, __LINE__)

int begin() {
  int rank = -1;
  CHECK_MPI(MPI_Init(nullptr, nullptr));
  CHECK_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  return rank;
}
int class_of(int code) {
  int error_class = -1;
  CHECK_MPI(MPI_Error_class(code, &error_class));
  return error_class;
}
void tell(int code) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  CHECK_MPI(MPI_Error_string(code, text, &length));
  std::fprintf(stderr, "%s\n", text);
}

// No rank ever sends to this receive.
void freed_receive() {
  const int rank = begin();
  static int value;
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) {
    CHECK_MPI(MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request));
    CHECK_MPI(MPI_Request_free(&request));
  }
  CHECK_MPI(MPI_Finalize());
}

// Its message arrives while its rank is in MPI_Finalize, or before: the sender is done when it has been received.
void late_send() {
  const int rank = begin();
  static std::vector<char> data(kLarge);
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) {
    CHECK_MPI(MPI_Irecv(data.data(), kLarge, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request));
    CHECK_MPI(MPI_Request_free(&request));
  } else {
    std::memset(data.data(), 'x', kLarge);
    CHECK_MPI(MPI_Ssend(data.data(), kLarge, MPI_CHAR, 0, 0, MPI_COMM_WORLD));
  }
  CHECK_MPI(MPI_Finalize());
  CHECK(data.back() == 'x');
}

void finalize_twice() {
  begin();
  CHECK_MPI(MPI_Finalize());
  MPI_Finalize();
}
void finalize_alone() {
  MPI_Finalize();
}

// One of two buffers is no memory: both ranks get an error, and continue.
void bad_address(bool of_sender, bool mapped = true) {
  const int rank = begin();
  CHECK_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  void* none = reinterpret_cast<void*>(4096);  // where no system maps anything
  if (mapped) none = mmap(nullptr, kLarge, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(none != MAP_FAILED);
  std::vector<char> memory(kLarge);
  const bool mine = of_sender == (rank == 0);
  void* const buffer = mine ? none : memory.data();
  const int code = rank == 0 ? MPI_Send(buffer, kLarge, MPI_CHAR, 1, 0, MPI_COMM_WORLD)
                             : MPI_Recv(buffer, kLarge, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(class_of(code) == MPI_ERR_BUFFER);
  tell(code);
  if (rank == 1) {
    std::fprintf(stderr, "expected %s\n", mine ? "this rank's" : "rank 0's");
  }
  CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  CHECK_MPI(MPI_Finalize());
}
void bad_address_of_sender() {
  bad_address(true);
}
void bad_address_of_receiver() {
  bad_address(false);
}
void no_address_of_sender() {
  bad_address(true, false);
}
void no_address_of_receiver() {
  bad_address(false, false);
}

void mismatch(int bytes) {
  const int rank = begin();
  std::vector<char> data(static_cast<std::size_t>(bytes));
  MPI_Bcast(data.data(), rank == 0 ? bytes : bytes / 2, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
void small_mismatch() {
  mismatch(16);
}
void large_mismatch() {
  mismatch(64 * kLarge);
}

// The handler of MPI_FILE_NULL returns, also where a function is missing.
void files() {
  begin();
  MPI_File file = MPI_FILE_NULL;
  CHECK(class_of(MPI_File_open(MPI_COMM_WORLD, "none", MPI_MODE_RDONLY, MPI_INFO_NULL, &file)) == MPI_ERR_NO_SUCH_FILE);
  CHECK(class_of(MPI_File_delete("none", MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
  CHECK(class_of(MPI_Register_datarep("none", nullptr, nullptr, nullptr, nullptr)) == MPI_ERR_UNSUPPORTED_OPERATION);
  CHECK_MPI(MPI_Finalize());
}

// Uses MPI_COMM_WORLD without MPI_Init.
void world_of_sessions() {
  MPI_Session session = MPI_SESSION_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  int rank = -1, size = -1, rank_in_group = -2, size_of_group = -2;
  CHECK_MPI(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  CHECK_MPI(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
  CHECK_MPI(MPI_Group_rank(group, &rank_in_group));
  CHECK_MPI(MPI_Group_size(group, &size_of_group));
  CHECK_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  CHECK_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size));
  CHECK(rank == rank_in_group && size == size_of_group);
  CHECK_MPI(MPI_Comm_rank(MPI_COMM_SELF, &rank));
  CHECK_MPI(MPI_Comm_size(MPI_COMM_SELF, &size));
  CHECK(rank == 0 && size == 1);
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    MPI_Group asked = MPI_GROUP_NULL;
    CHECK_MPI(MPI_Comm_group(comm, &asked));
    CHECK_MPI(MPI_Group_free(&asked));
  }
  CHECK_MPI(MPI_Group_free(&group));
  CHECK_MPI(MPI_Session_finalize(&session));
}

struct Kind {
  const char* name;
  void (*run)();
};
constexpr Kind kKinds[] = {{"freed_receive", freed_receive},
                           {"late_send", late_send},
                           {"finalize_twice", finalize_twice},
                           {"finalize_alone", finalize_alone},
                           {"bad_address_of_sender", bad_address_of_sender},
                           {"bad_address_of_receiver", bad_address_of_receiver},
                           {"no_address_of_sender", no_address_of_sender},
                           {"no_address_of_receiver", no_address_of_receiver},
                           {"small_mismatch", small_mismatch},
                           {"large_mismatch", large_mismatch},
                           {"files", files},
                           {"world_of_sessions", world_of_sessions}};

}  // namespace

int main(int argc, char** argv) {
  for (const Kind& kind : kKinds) {
    if (argc != 2 || std::strcmp(argv[1], kind.name) != 0) continue;
    kind.run();
    return 0;
  }
  std::fprintf(stderr, "usage: ends KIND\n");
  return 2;
}
