/* Arrays of handles and statuses, shorter and longer than the 64 that are converted on the stack. */
#include "calls.h"

enum { kMany = 150 };

static void start(MPI_Request requests[], int values[], int wrong_size) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int next = (rank + 1) % size;
  static int sent[kMany];
  for (int i = 0; i < kMany; ++i) {
    OK(MPI_Irecv(&values[i], i == wrong_size ? 0 : 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, &requests[i]));
  }
  for (int i = 0; i < kMany; ++i) {
    sent[i] = 1000 * rank + i;
    OK(MPI_Isend(&sent[i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &requests[kMany + i]));
  }
}

static void check_one(const MPI_Status* status, int tag, int value) {
  const int size = size_of(MPI_COMM_WORLD);
  const int source = (rank_of(MPI_COMM_WORLD) + size - 1) % size;
  int count = -1;
  EXPECT(status->MPI_SOURCE == source && status->MPI_TAG == tag);
  EXPECT(status->count_lo == (int)sizeof(int) && status->count_hi_and_cancelled == 0);
  OK(MPI_Get_count(status, MPI_INT, &count));
  EXPECT(count == 1 && value == 1000 * source + tag);
}

static void wait_for_all(void) {
  MPI_Request requests[2 * kMany];
  MPI_Status status[2 * kMany];
  int values[kMany];
  start(requests, values, -1);
  OK(MPI_Waitall(2 * kMany, requests, status));
  for (int i = 0; i < kMany; ++i) check_one(&status[i], i, values[i]);
  for (int i = 0; i < 2 * kMany; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
  start(requests, values, -1);
  OK(MPI_Waitall(2 * kMany, requests, MPI_STATUSES_IGNORE));
}

static void wait_for_some(void) {
  MPI_Request requests[2 * kMany];
  MPI_Status status[2 * kMany];
  int indices[2 * kMany];
  int values[kMany];
  int done = 0;
  start(requests, values, -1);
  while (done < 2 * kMany) {
    int count = 0;
    OK(done % 2 == 0 ? MPI_Waitsome(2 * kMany, requests, &count, indices, status)
                     : MPI_Testsome(2 * kMany, requests, &count, indices, status));
    for (int i = 0; i < count; ++i) {
      EXPECT(requests[indices[i]] == MPI_REQUEST_NULL);
      if (indices[i] < kMany) check_one(&status[i], indices[i], values[indices[i]]);
    }
    done += count;
  }
  OK(MPI_Waitsome(2 * kMany, requests, &done, indices, MPI_STATUSES_IGNORE));
  EXPECT(done == MPI_UNDEFINED);
}

static void wait_for_any(void) {
  MPI_Request requests[2 * kMany];
  int values[kMany];
  start(requests, values, -1);
  for (int i = 0; i < 2 * kMany; ++i) {
    MPI_Status status;
    int index = -1;
    OK(MPI_Waitany(2 * kMany, requests, &index, &status));
    EXPECT(index >= 0 && index < 2 * kMany && requests[index] == MPI_REQUEST_NULL);
    if (index < kMany) check_one(&status, index, values[index]);
  }
}

static void one_fails(void) {
  MPI_Request requests[2 * kMany];
  MPI_Status status[2 * kMany];
  int values[kMany];
  start(requests, values, 70);
  FAILS(MPI_Waitall(2 * kMany, requests, status), MPI_ERR_IN_STATUS);
  for (int i = 0; i < kMany; ++i) {
    if (i == 70) {
      FAILS(status[i].MPI_ERROR, MPI_ERR_TRUNCATE);
    } else {
      EXPECT(status[i].MPI_ERROR == MPI_SUCCESS || status[i].MPI_ERROR == MPI_ERR_PENDING);
    }
  }
  OK(MPI_Waitall(2 * kMany, requests, MPI_STATUSES_IGNORE));
}

static void persistent(void) {
  const int rank = rank_of(MPI_COMM_WORLD);
  MPI_Request requests[2 * kMany];
  int from[kMany];
  int to[kMany];
  for (int i = 0; i < kMany; ++i) {
    from[i] = i * i;
    OK(MPI_Recv_init(&to[i], 1, MPI_INT, rank, i, MPI_COMM_WORLD, &requests[i]));
    OK(MPI_Send_init(&from[i], 1, MPI_INT, rank, i, MPI_COMM_WORLD, &requests[kMany + i]));
  }
  for (int round = 0; round < 3; ++round) {
    OK(MPI_Startall(2 * kMany, requests));
    OK(MPI_Waitall(2 * kMany, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < kMany; ++i) EXPECT(requests[i] != MPI_REQUEST_NULL && to[i] == i * i);
  }
  for (int i = 0; i < 2 * kMany; ++i) OK(MPI_Request_free(&requests[i]));
}

static void of_types(void) {
  int lengths[kMany];
  MPI_Aint displacements[kMany];
  MPI_Datatype types[kMany];
  for (int i = 0; i < kMany; ++i) {
    lengths[i] = 1;
    displacements[i] = 16 * i;
    types[i] = i % 3 == 0 ? MPI_DOUBLE : i % 3 == 1 ? MPI_INT : MPI_FLOAT_INT;
  }
  MPI_Datatype made;
  OK(MPI_Type_create_struct(kMany, lengths, displacements, types, &made));
  int integers[kMany + 1];
  MPI_Aint addresses[kMany];
  MPI_Datatype contents[kMany];
  int numbers[4] = {0};
  OK(MPI_Type_get_envelope(made, &numbers[0], &numbers[1], &numbers[2], &numbers[3]));
  EXPECT(numbers[3] == MPI_COMBINER_STRUCT && numbers[2] == kMany);
  OK(MPI_Type_get_contents(made, kMany + 1, kMany, kMany, integers, addresses, contents));
  for (int i = 0; i < kMany; ++i) EXPECT(contents[i] == types[i] && addresses[i] == displacements[i]);
  OK(MPI_Type_free(&made));
  EXPECT(made == MPI_DATATYPE_NULL);
}

/* Arrays as long as the communicator, and as the neighbourhood. */
static void of_members(void) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  int counts[16];
  int displacements[16];
  MPI_Datatype types[16];
  int from[16];
  int to[16] = {0};
  EXPECT(size <= 16);
  for (int i = 0; i < size; ++i) {
    counts[i] = 1;
    displacements[i] = (int)sizeof(int) * i;
    types[i] = MPI_INT;
    from[i] = 100 * rank + i;
  }
  OK(MPI_Alltoallw(from, counts, displacements, types, to, counts, displacements, types, MPI_COMM_WORLD));
  for (int i = 0; i < size; ++i) EXPECT(to[i] == 100 * i + rank);
  OK(MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, from, counts, displacements, types, MPI_COMM_WORLD));
  for (int i = 0; i < size; ++i) EXPECT(from[i] == 100 * i + rank);
}

static void of_neighbours(void) {
  const int size = size_of(MPI_COMM_WORLD);
  const int periodic = 1;
  MPI_Comm ring;
  OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring));
  const int rank = rank_of(ring);
  const int ones[2] = {1, 1};
  const MPI_Aint places[2] = {0, sizeof(int)};
  const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  const int from[2] = {10 * rank, 10 * rank + 1};
  int to[2] = {-1, -1};
  OK(MPI_Neighbor_alltoallw(from, ones, places, types, to, ones, places, types, ring));
  EXPECT(to[0] == 10 * ((rank + size - 1) % size) + 1 && to[1] == 10 * ((rank + 1) % size));
  OK(MPI_Comm_free(&ring));
  EXPECT(ring == MPI_COMM_NULL);
}

void arrays(void) {
  wait_for_all();
  wait_for_some();
  wait_for_any();
  one_fails();
  persistent();
  of_types();
  of_members();
  of_neighbours();
}
