/* Numbers that mean something, and texts. */
#include <string.h>

#include "calls.h"

static void no_process(void) {
  MPI_Status status;
  int value = 9;
  status.MPI_ERROR = 1234;
  OK(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
  OK(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status));
  EXPECT(status.MPI_SOURCE == -1 && status.MPI_TAG == -1 && status.MPI_ERROR == 1234);
  FAILS(MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
  const int rank = rank_of(MPI_COMM_WORLD);
  OK(MPI_Sendrecv(&rank, 1, MPI_INT, rank, 4, &value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
  EXPECT(value == rank && status.MPI_SOURCE == rank && status.MPI_TAG == 4);
  MPI_Message message = 1;
  OK(MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
  EXPECT(message == MPI_MESSAGE_NO_PROC);
  OK(MPI_Mrecv(&value, 1, MPI_INT, &message, &status));
  EXPECT(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
}

static void ranks_of_groups(void) {
  MPI_Group world;
  MPI_Group self;
  const int asked[2] = {0, MPI_PROC_NULL};
  int found[2] = {7, 7};
  OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
  OK(MPI_Comm_group(MPI_COMM_SELF, &self));
  OK(MPI_Group_translate_ranks(world, 2, asked, self, found));
  EXPECT(found[0] == (rank_of(MPI_COMM_WORLD) == 0 ? 0 : MPI_UNDEFINED) && found[1] == MPI_PROC_NULL);
  OK(MPI_Group_free(&world));
  OK(MPI_Group_free(&self));
  EXPECT(world == MPI_GROUP_NULL);
  const int size = size_of(MPI_COMM_WORLD);
  const int open_ended = 0;
  MPI_Comm line;
  int left = 7;
  int right = 7;
  OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open_ended, 0, &line));
  OK(MPI_Cart_shift(line, 0, 1, &left, &right));
  EXPECT(left == (rank_of(line) == 0 ? MPI_PROC_NULL : rank_of(line) - 1));
  EXPECT(right == (rank_of(line) == size - 1 ? MPI_PROC_NULL : rank_of(line) + 1));
  int topology = -1;
  OK(MPI_Topo_test(line, &topology));
  EXPECT(topology == MPI_CART);
  OK(MPI_Comm_free(&line));
}

static void predefined_attributes(void) {
  int* value = NULL;
  int flag = 0;
  OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag));
  EXPECT(flag == 1 && *value >= 32767);
  OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, &value, &flag));
  EXPECT(flag == 0 || *value == MPI_PROC_NULL || *value >= 0);
  OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag));
  EXPECT(flag == 1 && *value >= MPI_ERR_LASTCODE);
  FAILS(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value, &flag), MPI_ERR_KEYVAL);
}

static void errors(void) {
  int class = 0;
  int code = 0;
  int found = 0;
  int length = 0;
  char text[MPI_MAX_ERROR_STRING];
  EXPECT(MPI_ERR_LASTCODE == 0x3fffffff);
  OK(MPI_Add_error_class(&class));
  EXPECT(class > MPI_ERR_LASTCODE);
  OK(MPI_Add_error_code(class, &code));
  OK(MPI_Add_error_string(code, "a reason of the program"));
  OK(MPI_Error_class(code, &found));
  EXPECT(found == class);
  OK(MPI_Error_string(code, text, &length));
  EXPECT(strcmp(text, "a reason of the program") == 0 && length == (int)strlen(text));
  const int refused = MPI_Type_contiguous(-1, MPI_INT, &found);
  EXPECT(class_of(refused) == MPI_ERR_COUNT || class_of(refused) == MPI_ERR_ARG);
  OK(MPI_Error_string(refused, text, &length));
  EXPECT(length > 0 && length < MPI_MAX_ERROR_STRING);
  OK(MPI_Error_string(MPI_ERR_TRUNCATE, text, &length));
  EXPECT(strcmp(text, "the message is longer than the receive buffer") == 0);
}

static void texts(void) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  int major = 0;
  int minor = 0;
  OK(MPI_Get_library_version(version, &length));
  EXPECT(strncmp(version, "Penstock", 8) == 0 && strstr(version, "MPICH ABI") != NULL && length == (int)strlen(version));
  OK(MPI_Get_processor_name(name, &length));
  EXPECT(length == (int)strlen(name) && length < MPI_MAX_PROCESSOR_NAME);
  OK(MPI_Abi_get_version(&major, &minor));
  EXPECT(major == -1 && minor == -1);
}

static void datatypes(void) {
  const int sizes[2] = {4, 4};
  const int inner[2] = {2, 2};
  const int first[2] = {1, 1};
  MPI_Datatype made;
  int numbers[4] = {0};
  int integers[8] = {0};
  OK(MPI_Type_create_subarray(2, sizes, inner, first, MPI_ORDER_FORTRAN, MPI_INT, &made));
  OK(MPI_Type_get_envelope(made, &numbers[0], &numbers[1], &numbers[2], &numbers[3]));
  EXPECT(numbers[3] == MPI_COMBINER_SUBARRAY && numbers[0] == 8);
  MPI_Datatype of;
  OK(MPI_Type_get_contents(made, 8, 0, 1, integers, NULL, &of));
  EXPECT(integers[7] == MPI_ORDER_FORTRAN && of == MPI_INT);
  OK(MPI_Type_free(&made));
  OK(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &made));
  OK(MPI_Type_size(made, &numbers[0]));
  EXPECT(numbers[0] == 8);
}

static void thread_levels(void) {
  int provided = -1;
  OK(MPI_Query_thread(&provided));
  EXPECT(provided >= MPI_THREAD_SERIALIZED && provided <= MPI_THREAD_MULTIPLE);
}

void numbers(void) {
  no_process();
  ranks_of_groups();
  predefined_attributes();
  errors();
  texts();
  datatypes();
  thread_levels();
}
