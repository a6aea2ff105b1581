/* The bytes of statuses, and who writes which of them. */
#include <string.h>

#include "calls.h"

static void counts_and_cancelled(void) {
  MPI_Status status;
  MPI_Count count = 0;
  int flag = -1;
  memset(&status, 0, sizeof status);
  OK(MPI_Status_set_elements_x(&status, MPI_BYTE, 0x123456789ABLL));
  EXPECT((unsigned)status.count_lo == 0x456789abU && status.count_hi_and_cancelled == 0x246);
  OK(MPI_Status_set_cancelled(&status, 1));
  EXPECT((unsigned)status.count_lo == 0x456789abU && status.count_hi_and_cancelled == 0x247);
  OK(MPI_Test_cancelled(&status, &flag));
  EXPECT(flag == 1);
  OK(MPI_Get_elements_x(&status, MPI_BYTE, &count));
  EXPECT(count == 0x123456789ABLL);
  OK(MPI_Get_count_c(&status, MPI_SHORT, &count));
  EXPECT(count == MPI_UNDEFINED);
  OK(MPI_Status_set_cancelled(&status, 0));
  EXPECT(status.count_hi_and_cancelled == 0x246);
}

/* The library of this ABI leaves MPI_ERROR alone where one operation ends, and so do we. */
static void error_stays(void) {
  const int rank = rank_of(MPI_COMM_WORLD);
  MPI_Status status;
  int value = 0;
  MPI_Request request;
  status.MPI_ERROR = 4711;
  OK(MPI_Isend(&rank, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &request));
  OK(MPI_Probe(rank, 6, MPI_COMM_WORLD, &status));
  EXPECT(status.MPI_ERROR == 4711 && status.count_lo == 4);
  OK(MPI_Recv(&value, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &status));
  EXPECT(status.MPI_ERROR == 4711 && value == rank);
  OK(MPI_Wait(&request, &status));
  EXPECT(status.MPI_ERROR == 4711);
}

static void of_nothing(void) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  int flag = 0;
  int count = -1;
  OK(MPI_Test(&request, &flag, &status));
  EXPECT(flag == 1 && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
  OK(MPI_Get_count(&status, MPI_INT, &count));
  EXPECT(count == 0);
  OK(MPI_Test_cancelled(&status, &flag));
  EXPECT(flag == 0);
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void cancelled_receive(void) {
  MPI_Request request;
  MPI_Status status;
  int value = 0;
  int flag = 0;
  OK(MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_SELF, &request));
  OK(MPI_Cancel(&request));
  OK(MPI_Wait(&request, &status));
  OK(MPI_Test_cancelled(&status, &flag));
  EXPECT(flag == 1 && (status.count_hi_and_cancelled & 1) == 1);
}

static void parts(void) {
  MPI_Status status;
  int value = 0;
  memset(&status, 0, sizeof status);
  OK(MPI_Status_set_source(&status, MPI_PROC_NULL));
  OK(MPI_Status_set_tag(&status, 12));
  OK(MPI_Status_set_error(&status, MPI_ERR_PENDING));
  EXPECT(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == 12 && status.MPI_ERROR == MPI_ERR_PENDING);
  OK(MPI_Status_get_source(&status, &value));
  EXPECT(value == MPI_PROC_NULL);
  OK(MPI_Status_get_error(&status, &value));
  EXPECT(value == MPI_ERR_PENDING);
}

void statuses(void) {
  counts_and_cancelled();
  error_stays();
  of_nothing();
  cancelled_receive();
  parts();
}
