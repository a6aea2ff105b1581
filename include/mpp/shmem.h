/* The deprecated name of <shmem.h>. */
#include <shmem.h>
