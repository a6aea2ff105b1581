/* A heap that is larger than the machine's memory costs what is touched of it, and large blocks go back to the system. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GIB ((size_t)1 << 30)
#define MIB ((size_t)1 << 20)

/* Kilobytes of memory that this process shares with others, and of all its memory. */
static long resident(const char* what) {
  char line[256];
  long found = -1;
  FILE* const file = fopen("/proc/self/status", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, what, strlen(what)) == 0) found = strtol(line + strlen(what), NULL, 10);
  }
  if (file != NULL) fclose(file);
  return found;
}

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "PE %d: %s; RssShmem %ld kB, VmRSS %ld kB\n", shmem_my_pe(), what, resident("RssShmem:"), resident("VmRSS:"));
  shmem_global_exit(1);
}

int main(void) {
  shmem_init();
  const int next = (shmem_my_pe() + 1) % shmem_n_pes();
  char* const huge = shmem_malloc(60 * GIB);
  check(huge != NULL, "shmem_malloc gave no 60 GiB of a heap of 64");
  huge[0] = huge[59 * GIB] = 1;
  shmem_char_p(&huge[33 * GIB], 7, next);
  shmem_barrier_all();
  check(huge[33 * GIB] == 7, "the middle of 60 GiB is not what was put there");
  check(resident("VmRSS:") >= 0 && resident("VmRSS:") < 200 * 1024, "60 GiB that are not touched cost memory");
  shmem_free(huge);

  const long before = resident("RssShmem:");
  char* const block = shmem_malloc(256 * MIB);
  memset(block, 1, 256 * MIB);
  check(resident("RssShmem:") >= before + 255 * 1024, "what is touched is not counted");
  shmem_free(block);
  check(resident("RssShmem:") < before + 16 * 1024, "shmem_free kept the pages of 256 MiB");
  char* const zeros = shmem_calloc(64, MIB);
  for (size_t at = 0; at < 64 * MIB; at += 4096) check(zeros[at] == 0, "shmem_calloc gave memory that is not zeros");
  shmem_free(zeros);
  shmem_finalize();
  return 0;
}
