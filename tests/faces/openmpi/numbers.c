/* Numbers that mean something, and texts, for which this ABI has less room than the standard. */
#include <string.h>

#include "calls.h"

static void no_process(void) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  int value = 0;
  EXPECT(MPI_PROC_NULL == -2 && MPI_ROOT == -4 && MPI_ANY_SOURCE == -1);
  FAILS(MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
  OK(MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
  EXPECT(message == MPI_MESSAGE_NO_PROC);
  OK(MPI_Mrecv(&value, 1, MPI_INT, &message, &status));
  EXPECT(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
  const int size = size_of(MPI_COMM_WORLD);
  const int open_ended = 0;
  MPI_Comm line;
  int left = 7;
  int right = 7;
  int topology = -1;
  OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open_ended, 0, &line));
  OK(MPI_Cart_shift(line, 0, 1, &left, &right));
  EXPECT(left == (rank_of(line) == 0 ? MPI_PROC_NULL : rank_of(line) - 1));
  OK(MPI_Topo_test(line, &topology));
  EXPECT(topology == MPI_CART && topology == 1);
  OK(MPI_Comm_free(&line));
}

static void predefined_attributes(void) {
  int* value = NULL;
  int flag = 0;
  OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag));
  EXPECT(flag == 1 && *value >= 32767);
  OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag));
  EXPECT(flag == 1 && *value >= MPI_ERR_LASTCODE);
  FAILS(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value, &flag), MPI_ERR_KEYVAL);
  FAILS(MPI_Comm_get_attr(MPI_COMM_WORLD, 501, &value, &flag), MPI_ERR_KEYVAL); /* MPI_TAG_UB of the standard ABI */
}

static void errors(void) {
  int class = 0;
  int code = 0;
  int found = 0;
  int length = 0;
  int* last = NULL;
  char text[MPI_MAX_ERROR_STRING];
  EXPECT(MPI_ERR_LASTCODE == 92);
  OK(MPI_Add_error_class(&class));
  EXPECT(class > MPI_ERR_LASTCODE);
  OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &found));
  EXPECT(*last == class);
  OK(MPI_Add_error_code(class, &code));
  OK(MPI_Add_error_string(code, "a reason of the program"));
  OK(MPI_Error_class(code, &found));
  EXPECT(found == class);
  OK(MPI_Error_string(code, text, &length));
  EXPECT(strcmp(text, "a reason of the program") == 0 && length == (int)strlen(text));
  MPI_Datatype made;
  const int refused = MPI_Type_contiguous(-1, MPI_INT, &made);
  EXPECT(class_of(refused) == MPI_ERR_COUNT || class_of(refused) == MPI_ERR_ARG);
  OK(MPI_Error_string(refused, text, &length));
  EXPECT(strstr(text, "MPI_Type_contiguous") != NULL);
  OK(MPI_Error_class(MPI_ERR_RMA_ATTACH, &found));
  EXPECT(found == MPI_ERR_RMA_ATTACH && MPI_ERR_RMA_ATTACH == 69);
}

/* No buffer is written beyond its end. */
static void short_texts(void) {
  char name[128];
  char text[MPI_MAX_ERROR_STRING + 8];
  char key[MPI_MAX_INFO_KEY + 8];
  int length = 0;
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  MPI_Comm comm;
  OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
  OK(MPI_Comm_set_name(comm, name));
  memset(text, '#', sizeof text);
  OK(MPI_Comm_get_name(comm, text, &length));
  EXPECT(length == MPI_MAX_OBJECT_NAME - 1 && strlen(text) == (size_t)length && text[MPI_MAX_OBJECT_NAME] == '#');
  OK(MPI_Comm_free(&comm));
  int code = 0;
  char reason[400];
  memset(reason, 'r', sizeof reason - 1);
  reason[sizeof reason - 1] = '\0';
  OK(MPI_Add_error_code(MPI_ERR_OTHER, &code));
  OK(MPI_Add_error_string(code, reason));
  memset(text, '#', sizeof text);
  OK(MPI_Error_string(code, text, &length));
  EXPECT(length == MPI_MAX_ERROR_STRING - 1 && strlen(text) == (size_t)length && text[MPI_MAX_ERROR_STRING] == '#');
  MPI_Info info;
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, name, "value"));
  memset(key, '#', sizeof key);
  OK(MPI_Info_get_nthkey(info, 0, key));
  EXPECT(strlen(key) == MPI_MAX_INFO_KEY - 1 && key[MPI_MAX_INFO_KEY] == '#');
  OK(MPI_Info_free(&info));
}

static void texts(void) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  int major = 0;
  int minor = 0;
  OK(MPI_Get_library_version(version, &length));
  EXPECT(strncmp(version, "Penstock", 8) == 0 && strstr(version, "Open MPI ABI") != NULL && length == (int)strlen(version));
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
  MPI_Datatype of;
  int numbers[4] = {0};
  int integers[8] = {0};
  OK(MPI_Type_create_subarray(2, sizes, inner, first, MPI_ORDER_FORTRAN, MPI_INT, &made));
  OK(MPI_Type_get_envelope(made, &numbers[0], &numbers[1], &numbers[2], &numbers[3]));
  EXPECT(numbers[3] == MPI_COMBINER_SUBARRAY && numbers[0] == 8);
  OK(MPI_Type_get_contents(made, 8, 0, 1, integers, NULL, &of));
  EXPECT(integers[7] == MPI_ORDER_FORTRAN && of == MPI_INT);
  OK(MPI_Type_free(&made));
  /* Block sizes of a distribution are numbers, also where a constant has the same. */
  const int distributions[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
  const int blocks[2] = {2, MPI_DISTRIBUTE_DFLT_DARG};
  const int processes[2] = {2, 1};
  OK(MPI_Type_create_darray(2, 0, 2, sizes, distributions, blocks, processes, MPI_ORDER_C, MPI_INT, &made));
  OK(MPI_Type_get_envelope(made, &numbers[0], &numbers[1], &numbers[2], &numbers[3]));
  EXPECT(numbers[3] == MPI_COMBINER_DARRAY && numbers[0] == 12);
  OK(MPI_Type_size(made, &numbers[1]));
  EXPECT(numbers[1] == 2 * 4 * (int)sizeof(int));
  int contents[12] = {0};
  OK(MPI_Type_get_contents(made, 12, 0, 1, contents, NULL, &of));
  EXPECT(contents[5] == MPI_DISTRIBUTE_CYCLIC && contents[6] == MPI_DISTRIBUTE_BLOCK);
  EXPECT(contents[7] == 2 && contents[8] == MPI_DISTRIBUTE_DFLT_DARG && contents[11] == MPI_ORDER_C);
  OK(MPI_Type_free(&made));
  OK(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &made));
  EXPECT(made == MPI_REAL8 || made == MPI_DOUBLE || made == MPI_DOUBLE_PRECISION);
}

static void thread_levels(void) {
  int provided = -1;
  OK(MPI_Query_thread(&provided));
  EXPECT(provided >= MPI_THREAD_SERIALIZED && provided <= MPI_THREAD_MULTIPLE);
}

void numbers(void) {
  no_process();
  predefined_attributes();
  errors();
  short_texts();
  texts();
  datatypes();
  thread_levels();
}
