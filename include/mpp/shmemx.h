/* The deprecated name of <shmemx.h>. */
#include <shmemx.h>
