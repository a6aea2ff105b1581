/* What the Fortran library of a program asks for, names that MPI-3 removed, and questions about GPUs. */
#include <string.h>

#include "calls.h"

extern int MPII_Comm_get_attr(MPI_Comm comm, int keyval, void* value, int* flag, int type);
extern int MPII_Comm_set_attr(MPI_Comm comm, int keyval, void* value, int type);
extern int MPII_Win_get_attr(MPI_Win win, int keyval, void* value, int* flag, int type);
extern int MPI_Address(void* location, MPI_Aint* address);
extern int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint* extent);
extern int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype from, MPI_Datatype* made);
extern int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* handler);
extern int MPIX_Query_cuda_support(void);
extern int PMPIX_Query_cuda_support(void);
extern int MPIX_GPU_query_support(int kind, int* supported);

static void handles_are_integers(void) {
  EXPECT(MPI_Comm_c2f(MPI_COMM_WORLD) == MPI_COMM_WORLD && MPI_Comm_f2c(MPI_COMM_SELF) == MPI_COMM_SELF);
  EXPECT(MPI_Type_c2f(MPI_DOUBLE_INT) == MPI_DOUBLE_INT && MPI_Op_f2c(MPI_SUM) == MPI_SUM);
  EXPECT(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
  MPI_Info info;
  OK(MPI_Info_create(&info));
  EXPECT(MPI_Info_f2c(MPI_Info_c2f(info)) == info);
  OK(MPI_Info_free(&info));
  EXPECT(info == MPI_INFO_NULL);
}

static void statuses_are_integers(void) {
  MPI_Status status = {1, 2, 3, 4, 5};
  MPI_Fint numbers[MPI_F_STATUS_SIZE] = {0};
  MPI_Status back;
  OK(MPI_Status_c2f(&status, numbers));
  EXPECT(numbers[MPI_F_SOURCE] == 3 && numbers[MPI_F_TAG] == 4 && numbers[MPI_F_ERROR] == 5);
  OK(MPI_Status_f2c(numbers, &back));
  EXPECT(memcmp(&back, &status, sizeof back) == 0);
}

/* Fortran's number of a predefined key is one more, and its value comes itself. */
static void attributes(void) {
  MPI_Aint value = 0;
  int* place = NULL;
  int flag = 0;
  OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &place, &flag));
  OK(MPII_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB + 1, &value, &flag, 1));
  EXPECT(flag == 1 && value == *place);
  int keyval = MPI_KEYVAL_INVALID;
  OK(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL));
  OK(MPII_Comm_set_attr(MPI_COMM_SELF, keyval, (void*)(MPI_Aint)-77, 1));
  OK(MPII_Comm_get_attr(MPI_COMM_SELF, keyval, &value, &flag, 1));
  EXPECT(flag == 1 && value == -77);
  OK(MPI_Comm_delete_attr(MPI_COMM_SELF, keyval));
  OK(MPI_Comm_free_keyval(&keyval));
  MPI_Win win;
  char bytes[24];
  OK(MPI_Win_create(bytes, sizeof bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  OK(MPII_Win_get_attr(win, MPI_WIN_SIZE + 1, &value, &flag, 1));
  EXPECT(flag == 1 && value == (MPI_Aint)sizeof bytes);
  OK(MPI_Win_free(&win));
}

static void removed(void) {
  MPI_Aint address = 0;
  MPI_Aint extent = 0;
  MPI_Datatype made;
  MPI_Errhandler handler;
  OK(MPI_Address(&extent, &address));
  EXPECT(address == (MPI_Aint)&extent);
  OK(MPI_Type_hvector(3, 1, 10, MPI_CHAR, &made));
  OK(MPI_Type_extent(made, &extent));
  EXPECT(extent == 21);
  OK(MPI_Type_free(&made));
  OK(MPI_Errhandler_get(MPI_COMM_WORLD, &handler));
  EXPECT(handler == MPI_ERRORS_RETURN);
}

static void gpus(void) {
  int supported = -1;
  OK(MPIX_GPU_query_support(0, &supported));
  EXPECT(supported == MPIX_Query_cuda_support());
  EXPECT(supported == PMPIX_Query_cuda_support());
  OK(MPIX_GPU_query_support(1, &supported));
  EXPECT(supported == 0);
}

void fortran(void) {
  handles_are_integers();
  statuses_are_integers();
  attributes();
  removed();
  gpus();
}
