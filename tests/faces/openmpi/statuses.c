/* The bytes of statuses, and who writes which of them. */
#include <string.h>

#include "calls.h"

static void counts_and_cancelled(void) {
  MPI_Status status;
  MPI_Count count = 0;
  int flag = -1;
  memset(&status, 0, sizeof status);
  OK(MPI_Status_set_elements_x(&status, MPI_BYTE, 0x123456789ABLL));
  EXPECT(status._ucount == 0x123456789ABUL && status._cancelled == 0);
  OK(MPI_Status_set_cancelled(&status, 1));
  EXPECT(status._ucount == 0x123456789ABUL && status._cancelled == 1);
  OK(MPI_Test_cancelled(&status, &flag));
  EXPECT(flag == 1);
  OK(MPI_Get_elements_x(&status, MPI_BYTE, &count));
  EXPECT(count == 0x123456789ABLL);
}

/* The library of this ABI leaves MPI_ERROR alone where one operation ends, and so do we. */
static void error_stays(void) {
  const int rank = rank_of(MPI_COMM_WORLD);
  MPI_Status status;
  int value = 0;
  MPI_Request request;
  status.MPI_ERROR = 4711;
  OK(MPI_Isend(&rank, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &request));
  OK(MPI_Probe(rank, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
  EXPECT(status.MPI_ERROR == 4711 && status._ucount == 4 && status.MPI_TAG == 6);
  OK(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &status));
  EXPECT(status.MPI_ERROR == 4711 && value == rank && status.MPI_SOURCE == rank);
  OK(MPI_Wait(&request, &status));
  EXPECT(status.MPI_ERROR == 4711);
}

static void of_nothing(void) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  int flag = 0;
  int count = -1;
  OK(MPI_Test(&request, &flag, &status));
  EXPECT(flag == 1 && status.MPI_SOURCE == -1 && status.MPI_TAG == -1);
  OK(MPI_Get_count(&status, MPI_INT, &count));
  EXPECT(count == 0);
  OK(MPI_Recv(&count, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status));
  EXPECT(status.MPI_SOURCE == -2 && status.MPI_TAG == -1 && status._ucount == 0);
}

static void cancelled_receive(void) {
  MPI_Request request;
  MPI_Status status;
  int value = 0;
  OK(MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_SELF, &request));
  OK(MPI_Cancel(&request));
  OK(MPI_Wait(&request, &status));
  EXPECT(status._cancelled == 1);
}

void statuses(void) {
  counts_and_cancelled();
  error_stays();
  of_nothing();
  cancelled_receive();
}
