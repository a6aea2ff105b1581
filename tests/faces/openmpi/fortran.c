/* What Fortran has in place of handles and statuses, names that MPI-3 removed, and questions about GPUs. */
#include <string.h>

#include "calls.h"

extern int MPI_Address(void* location, MPI_Aint* address);
extern int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint* extent);
extern int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype from, MPI_Datatype* made);
extern int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* handler);
extern int MPIX_Query_cuda_support(void);
extern int MPIX_Query_rocm_support(void);
extern MPI_Fint* MPI_F_STATUS_IGNORE;

static void handles_are_integers(void) {
  EXPECT(MPI_Comm_c2f(MPI_COMM_WORLD) == 0 && MPI_Comm_f2c(1) == MPI_COMM_SELF && MPI_Comm_c2f(MPI_COMM_NULL) == 2);
  EXPECT(MPI_Type_c2f(MPI_INT) == 39 && MPI_Type_f2c(17) == MPI_DOUBLE_PRECISION && MPI_Type_c2f(MPI_DATATYPE_NULL) == 0);
  EXPECT(MPI_Op_f2c(3) == MPI_SUM && MPI_Op_c2f(MPI_MAX) == 1 && MPI_Request_c2f(MPI_REQUEST_NULL) == 0);
  EXPECT(MPI_Comm_c2f(NULL) == -1 && MPI_Comm_f2c(-1) == NULL);
  EXPECT(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
  EXPECT(MPI_Comm_fromint(0x101) == MPI_COMM_WORLD); /* our own number of it */
  MPI_Info info;
  OK(MPI_Info_create(&info));
  EXPECT(MPI_Info_c2f(info) > 1 && MPI_Info_f2c(MPI_Info_c2f(info)) == info);
  OK(MPI_Info_free(&info));
  EXPECT(info == MPI_INFO_NULL);
  MPI_Comm comm;
  OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  MPI_Comm again = MPI_Comm_f2c(MPI_Comm_c2f(comm));
  EXPECT(again == comm);
  OK(MPI_Comm_free(&again));
}

static void statuses_are_integers(void) {
  const MPI_Status status = {1, 2, 3, 1, 0x500000004UL};
  MPI_Fint numbers[MPI_F_STATUS_SIZE + 1] = {0};
  MPI_Status back;
  EXPECT(sizeof status == MPI_F_STATUS_SIZE * sizeof(MPI_Fint) && MPI_F_STATUS_IGNORE != NULL);
  OK(MPI_Status_c2f(&status, numbers + 1)); /* not aligned as a status is */
  EXPECT(numbers[1 + MPI_F_SOURCE] == 1 && numbers[1 + MPI_F_TAG] == 2 && numbers[1 + MPI_F_ERROR] == 3);
  OK(MPI_Status_f2c(numbers + 1, &back));
  EXPECT(memcmp(&back, &status, sizeof back) == 0);
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
  const int supported = MPIX_Query_cuda_support();
  EXPECT((supported == 0 || supported == 1) && MPIX_Query_rocm_support() == 0);
}

void fortran(void) {
  handles_are_integers();
  statuses_are_integers();
  removed();
  gpus();
}
