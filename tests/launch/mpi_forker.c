/* A rank that forks while it communicates. Driven by fork_test.py.
 *   mpi_forker ACTION [device]     what each child does: _exit, exit, exec, pipe, write, mpi, initialize, finalize, die */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef WITH_GPU
#include <penstock_gpu.h>
#endif

enum { kCount = 1 << 17, kRounds = 12 };

static int rank, size, device;
static double* staged; /* host copy of what travels */
static double* out;
static double* in;

static void fail(const char* what) {
  fprintf(stderr, "rank %d: %s\n", rank, what);
  _exit(3);
}

static double* allocate(void) {
  void* memory = NULL;
  if (!device) return calloc(kCount, sizeof(double));
#ifdef WITH_GPU
  if (penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kCount * sizeof(double), &memory) != 0) fail(penstock_gpu_error());
#endif
  return memory;
}

static void copy(double* to, const double* from) {
  if (!device) memcpy(to, from, kCount * sizeof(double));
#ifdef WITH_GPU
  if (device && penstock_gpu_copy(to, from, kCount * sizeof(double)) != 0) fail(penstock_gpu_error());
#endif
}

static void open_device(void) {
#ifdef WITH_GPU
  if (penstock_gpu_open() < 1 || penstock_gpu_select(0) != 0) fail(penstock_gpu_error());
#else
  fail("built without GPU buffers");
#endif
}

/* One message to the next rank and one from the previous, of small and large sizes, each checked whole. */
static void round_trip(int round) {
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size, count = round % 2 ? kCount : 16;
  MPI_Request requests[2];
  for (int i = 0; i < kCount; ++i) staged[i] = rank * 1e6 + round + i;
  copy(out, staged);
  MPI_Irecv(in, count, MPI_DOUBLE, previous, 5, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, count, MPI_DOUBLE, next, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  copy(staged, in);
  for (int i = 0; i < count; ++i) {
    if (staged[i] != previous * 1e6 + round + i) fail("wrong data");
  }
}

/* What libraries do when a process ends. */
static void at_exit(void) {
  int initialized = 0, finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  if (initialized && !finalized) MPI_Finalize();
}

static void child(const char* action, int line) {
  int number = 0;
  if (strcmp(action, "_exit") == 0) _exit(7);
  if (strcmp(action, "exit") == 0) exit(7);
  if (strcmp(action, "exec") == 0) execlp("sh", "sh", "-c", "exit 7", (char*)NULL);
  if (strcmp(action, "die") == 0) raise(SIGKILL);
  if (strcmp(action, "mpi") == 0) MPI_Comm_rank(MPI_COMM_WORLD, &number);
  if (strcmp(action, "initialize") == 0) MPI_Init(NULL, NULL);
  if (strcmp(action, "finalize") == 0) exit(MPI_Finalize() == MPI_SUCCESS ? 7 : 1);
  if (strcmp(action, "write") == 0) {
    memset(staged, 0x55, kCount * sizeof(double));
    if (!device) memset(out, 0x55, kCount * sizeof(double));
    if (!device) memset(in, 0x55, kCount * sizeof(double));
    exit(7);
  }
  if (strcmp(action, "pipe") == 0) {
    if (write(line, staged, 1000 * sizeof(double)) != (ssize_t)(1000 * sizeof(double))) _exit(1);
    exit(7);
  }
  _exit(9);
}

/* A child is at work while its parent communicates. */
static void round_with_child(int round, const char* action, int expected) {
  static double sent[1000];
  int line[2], status = 0;
  size_t got = 0;
  pid_t pid;
  if (pipe(line) != 0) fail("pipe");
  fflush(stdout);
  pid = fork();
  if (pid < 0) fail("fork");
  if (pid == 0) child(action, line[1]);
  close(line[1]);
  memcpy(sent, staged, sizeof sent);
  round_trip(round);
  if (strcmp(action, "pipe") == 0) {
    double received[1000];
    while (got < sizeof received) {
      const ssize_t n = read(line[0], (char*)received + got, sizeof received - got);
      if (n <= 0) fail("the child's pipe ended early");
      got += (size_t)n;
    }
    if (memcmp(sent, received, sizeof sent) != 0) fail("the child sent wrong data");
  }
  close(line[0]);
  if (waitpid(pid, &status, 0) != pid) fail("waitpid");
  if (expected < 0 ? !WIFSIGNALED(status) : !WIFEXITED(status) || WEXITSTATUS(status) != expected) {
    fprintf(stderr, "rank %d: the child ended with status %x\n", rank, (unsigned)status);
    _exit(4);
  }
}

int main(int argc, char** argv) {
  const char* action = argc > 1 ? argv[1] : "_exit";
  /* A child's MPI call is fatal to the child, with the class of the error: MPI_ERR_OTHER. */
  const int refused = strcmp(action, "mpi") == 0 || strcmp(action, "initialize") == 0;
  const int expected = strcmp(action, "die") == 0 ? -1 : refused ? MPI_ERR_OTHER : 7;
  device = argc > 2 && strcmp(argv[2], "device") == 0;
  if (device) open_device();
  MPI_Init(&argc, &argv);
  atexit(at_exit);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  staged = calloc(kCount, sizeof(double));
  out = allocate();
  in = allocate();
  if (staged == NULL || out == NULL || in == NULL) fail("no memory");
  round_trip(0);
  for (int round = 1; round <= kRounds; ++round) round_with_child(round, action, expected);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d fine\n", rank);
  return 0; /* finalized by at_exit */
}
