/* The Fortran names of the Open MPI ABI, called as compilers of Fortran do: addresses of everything, integers for handles,
 * lengths of texts behind all else. The program has the common blocks whose addresses mean something, as Fortran programs have.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/expect.h"

#define OK(call, ...)          \
  do {                         \
    int code_ = -1;            \
    call(__VA_ARGS__, &code_); \
    EXPECT(code_ == 0);        \
  } while (0)

char mpi_fortran_bottom_[4], mpi_fortran_in_place_[4];
int mpi_fortran_status_ignore_[6], mpi_fortran_statuses_ignore_[6], mpi_fortran_unweighted_[1], mpi_fortran_weights_empty_[1];

enum { kWorld = 0, kSelf = 1, kCommNull = 2, kInteger = 7, kSum = 3, kErrorsReturn = 2, kStatusWords = 6 };
enum { kTagUb = 0, kUndefined = -32766, kUnsupported = 52, kMany = 100 };

typedef ptrdiff_t Address;
extern void mpi_init_(int* ierror), mpi_finalize_(int* ierror);
extern void mpi_comm_rank_(int* comm, int* rank, int* ierror), mpi_comm_size_(int* comm, int* size, int* ierror);
extern void mpi_comm_rank_f08_(int* comm, int* rank, int* ierror);
extern void mpi_comm_dup_(int* comm, int* made, int* ierror), mpi_comm_free_(int* comm, int* ierror);
extern void mpi_comm_set_errhandler_(int* comm, int* handler, int* ierror);
extern void mpi_comm_create_errhandler_(void (*function)(int*, int*, ...), int* handler, int* ierror);
extern void mpi_comm_set_name_(int* comm, char* name, int* ierror, size_t bytes);
extern void mpi_comm_get_name_(int* comm, char* name, int* length, int* ierror, size_t bytes);
extern void mpi_comm_get_attr_(int* comm, int* key, Address* value, int* flag, int* ierror);
extern void mpi_attr_get_(int* comm, int* key, int* value, int* flag, int* ierror);
extern void mpi_comm_create_keyval_(void* copy, void* remove, int* key, Address* state, int* ierror);
extern void mpi_sendrecv_(void* from, int* count, int* type, int* dest, int* tag, void* to, int* room, int* totype, int* source,
                          int* totag, int* comm, int* status, int* ierror);
extern void mpi_get_count_(int* status, int* type, int* count, int* ierror);
extern void mpi_irecv_(void* to, int* count, int* type, int* source, int* tag, int* comm, int* request, int* ierror);
extern void mpi_send_(void* from, int* count, int* type, int* dest, int* tag, int* comm, int* ierror);
extern void mpi_waitall_(int* count, int* requests, int* statuses, int* ierror);
extern void mpi_waitany_(int* count, int* requests, int* index, int* status, int* ierror);
extern void mpi_waitsome_(int* count, int* requests, int* done, int* indices, int* statuses, int* ierror);
extern void mpi_allreduce_(void* from, void* to, int* count, int* type, int* op, int* comm, int* ierror);
extern void mpi_op_create_(void (*function)(void*, void*, int*, int*), int* commute, int* op, int* ierror),
    mpi_op_free_(int*, int*);
extern void mpi_alltoallw_(void* from, int* counts, int* places, int* types, void* to, int* tocounts, int* toplaces,
                           int* totypes, int* comm, int* ierror);
extern void mpi_type_create_struct_(int* count, int* lengths, Address* places, int* types, int* made, int* ierror);
extern void mpi_type_commit_(int* type, int* ierror), mpi_type_free_(int* type, int* ierror);
extern void mpi_get_address_(void* location, Address* address, int* ierror);
extern void mpi_error_string_(int* code, char* text, int* length, int* ierror, size_t bytes);
extern void mpi_error_class_(int* code, int* class, int* ierror);
extern void mpi_info_create_(int* info, int* ierror), mpi_info_free_(int* info, int* ierror);
extern void mpi_info_set_(int* info, char* key, char* value, int* ierror, size_t key_bytes, size_t value_bytes);
extern void mpi_info_get_(int* info, char* key, int* room, char* value, int* flag, int* ierror, size_t key_bytes,
                          size_t value_bytes);
extern void mpi_cart_create_(int* comm, int* dims, int* sizes, int* periods, int* reorder, int* made, int* ierror);
extern void mpi_cart_rank_(int* comm, int* coords, int* rank, int* ierror);
extern double mpi_wtime_(void);

static int world = kWorld, integer = kInteger, sum = kSum, one = 1, rank, size;

static void messages(void) {
  int right = (rank + 1) % size, left = (rank + size - 1) % size, tag = 7, got = -1, count = -1;
  int words[kStatusWords + 1]; /* of an odd place: not aligned as a status of C is */
  memset(words, 0, sizeof words);
  int* status = ((size_t)words & 7) == 0 ? words + 1 : words;
  OK(mpi_sendrecv_, &rank, &one, &integer, &right, &tag, &got, &one, &integer, &left, &tag, &world, status);
  EXPECT(got == left && status[0] == left && status[1] == tag);
  OK(mpi_get_count_, status, &integer, &count);
  EXPECT(count == 1);
  OK(mpi_sendrecv_, &rank, &one, &integer, &right, &tag, &got, &one, &integer, &left, &tag, &world, mpi_fortran_status_ignore_);
}

static void requests(void) {
  int right = (rank + 1) % size, left = (rank + size - 1) % size, many = kMany, place = -1, done = -1;
  int values[kMany], all[kMany], statuses[kMany * kStatusWords], places[kMany];
  for (int i = 0; i < kMany; ++i) OK(mpi_irecv_, &values[i], &one, &integer, &left, &i, &world, &all[i]);
  int first[1] = {all[0]};
  for (int i = 0; i < kMany; ++i) OK(mpi_send_, &i, &one, &integer, &right, &i, &world);
  OK(mpi_waitany_, &one, first, &place, mpi_fortran_status_ignore_);
  EXPECT(place == 1 && first[0] == 0); /* MPI_REQUEST_NULL */
  all[0] = 0;
  OK(mpi_waitall_, &many, all, statuses);
  for (int i = 0; i < kMany; ++i) EXPECT(values[i] == i && all[i] == 0 && (i == 0 || statuses[i * kStatusWords + 1] == i));
  OK(mpi_waitall_, &many, all, mpi_fortran_statuses_ignore_);
  OK(mpi_waitany_, &many, all, &place, mpi_fortran_status_ignore_);
  EXPECT(place == kUndefined);
  OK(mpi_irecv_, &values[0], &one, &integer, &left, &one, &world, &all[5]);
  OK(mpi_send_, &rank, &one, &integer, &right, &one, &world);
  OK(mpi_waitsome_, &many, all, &done, places, mpi_fortran_statuses_ignore_);
  EXPECT(done == 1 && places[0] == 6 && values[0] == left);
}

static void add_twice(void* in, void* inout, int* count, int* type) {
  EXPECT(*type == kInteger);
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += 2 * ((int*)in)[i];
}

static void reductions(void) {
  int value = rank, op = -1, yes = 1;
  OK(mpi_allreduce_, mpi_fortran_in_place_, &value, &one, &integer, &sum, &world);
  EXPECT(value == size * (size - 1) / 2);
  OK(mpi_op_create_, add_twice, &yes, &op);
  int mine = 1, result = -1, self = kSelf;
  OK(mpi_allreduce_, &mine, &result, &one, &integer, &op, &self);
  EXPECT(result == 1);
  if (size == 2) {
    OK(mpi_allreduce_, &mine, &result, &one, &integer, &op, &world);
    EXPECT(result == 3);
  }
  OK(mpi_op_free_, &op);
}

static void arrays_of_types(void) {
  int lengths[kMany], types[kMany], made = -1, values[2] = {rank, rank}, got[2] = {-1, -1};
  Address places[kMany];
  for (int i = 0; i < kMany; ++i) lengths[i] = 0, types[i] = kInteger, places[i] = 0;
  lengths[kMany - 1] = 1;
  OK(mpi_get_address_, &values[1], &places[kMany - 1]);
  int many = kMany, tag = 3, self = kSelf, zero = 0;
  OK(mpi_type_create_struct_, &many, lengths, places, types, &made);
  OK(mpi_type_commit_, &made);
  values[1] = 41;
  OK(mpi_sendrecv_, mpi_fortran_bottom_, &one, &made, &zero, &tag, got, &one, &integer, &zero, &tag, &self,
     mpi_fortran_status_ignore_);
  EXPECT(got[0] == 41);
  OK(mpi_type_free_, &made);
  int* counts = malloc(sizeof(int) * 6 * (size_t)size);
  int *at = counts + size, *kinds = counts + 2 * size, *from = counts + 4 * size, *to = counts + 5 * size;
  for (int i = 0; i < size; ++i)
    counts[i] = 1, at[i] = i * (int)sizeof(int), kinds[i] = kInteger, from[i] = 10 * rank + i, to[i] = -1;
  OK(mpi_alltoallw_, from, counts, at, kinds, to, counts, at, kinds, &world);
  for (int i = 0; i < size; ++i) EXPECT(to[i] == 10 * i + rank);
  free(counts);
}

static void texts(void) {
  int comm = -1, length = -1, info = -1, flag = -1, room = 20, missing = -1;
  char name[80], value[24];
  OK(mpi_comm_dup_, &world, &comm);
  int code = -1;
  mpi_comm_set_name_(&comm, "  ocean model   ", &code, 16);
  EXPECT(code == 0);
  mpi_comm_get_name_(&comm, name, &length, &code, sizeof name);
  EXPECT(code == 0 && length == 11 && memcmp(name, "ocean model ", 12) == 0 && name[79] == ' ');
  mpi_comm_get_name_(&comm, name, &length, &code, 5);
  EXPECT(code == 0 && memcmp(name, "ocean", 5) == 0 && name[5] == ' ');
  OK(mpi_comm_free_, &comm);
  EXPECT(comm == kCommNull);
  OK(mpi_info_create_, &info);
  mpi_info_set_(&info, "colour ", "blue", &code, 7, 4);
  EXPECT(code == 0);
  memset(value, 'x', sizeof value);
  mpi_info_get_(&info, "none", &room, value, &missing, &code, 4, sizeof value);
  EXPECT(code == 0 && missing == 0 && value[0] == 'x');
  mpi_info_get_(&info, "colour", &room, value, &flag, &code, 6, sizeof value);
  EXPECT(code == 0 && flag == 1 && memcmp(value, "blue  ", 6) == 0 && value[23] == ' ');
  OK(mpi_info_free_, &info);
}

static int heard;
static void listen(int* comm, int* code, ...) {
  EXPECT(*comm == kWorld && *code != 0);
  ++heard;
}

static void errors(void) {
  int handler = -1, nobody = size, tag = 1, code = 0, length = -1, key = -1;
  char text[256];
  OK(mpi_comm_create_errhandler_, listen, &handler);
  OK(mpi_comm_set_errhandler_, &world, &handler);
  mpi_send_(&rank, &one, &integer, &nobody, &tag, &world, &code);
  EXPECT(code != 0 && heard == 1);
  handler = kErrorsReturn;
  OK(mpi_comm_set_errhandler_, &world, &handler);
  mpi_send_(&rank, &one, &integer, &nobody, &tag, &world, &code);
  int other = -1;
  mpi_error_string_(&code, text, &length, &other, sizeof text);
  EXPECT(code != 0 && other == 0 && length > 0 && text[255] == ' ');
  int self = kSelf, class = -1; /* whose handler hears of what is not there */
  OK(mpi_comm_set_errhandler_, &self, &handler);
  Address state = 0;
  mpi_comm_create_keyval_(NULL, NULL, &key, &state, &code);
  OK(mpi_error_class_, &code, &class);
  EXPECT(class == kUnsupported);
}

static void attributes(void) {
  int key = kTagUb, flag = 0, small = 0;
  Address value = 0;
  OK(mpi_comm_get_attr_, &world, &key, &value, &flag);
  OK(mpi_attr_get_, &world, &key, &small, &flag);
  EXPECT(flag == 1 && value >= 32767 && small == value);
}

static void grids(void) {
  int dims = 1, periods = 1, no = 0, grid = -1, coords = -1, found = -1;
  OK(mpi_cart_create_, &world, &dims, &size, &periods, &no, &grid);
  OK(mpi_cart_rank_, &grid, &coords, &found);
  EXPECT(found == size - 1);
  OK(mpi_comm_free_, &grid);
}

int main(void) {
  int code = -1, again = -1;
  mpi_init_(&code);
  EXPECT(code == 0);
  OK(mpi_comm_rank_, &world, &rank);
  OK(mpi_comm_size_, &world, &size);
  mpi_comm_rank_f08_(&world, &again, NULL); /* which may leave the code out */
  EXPECT(again == rank && mpi_wtime_() > 0);
  messages();
  requests();
  reductions();
  arrays_of_types();
  texts();
  errors();
  attributes();
  grids();
  if (rank == 0) printf("all calls answered as Fortran has them\n");
  mpi_finalize_(&code);
  EXPECT(code == 0);
  return 0;
}
