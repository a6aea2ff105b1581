/* A rank that prints which GPU it is advised to use: "RANK ENV-DEVICE ENV-GPUS WORLD-DEVICE", "-" for what is not told; and
 * what the functions of mpix.h say, where that contradicts. */
#include <mpi.h>
#include <mpix.h>
#include <stdio.h>

static const char* value(MPI_Info info, const char* key, char* out, int length) {
  int found = 0;
  MPI_Info_get_string(info, key, &length, out, &found);
  return found ? out : "-";
}

int main(int argc, char** argv) {
  char device[32] = "", gpus[32], world_device[32];
  int rank = 0;
  MPI_Info world = MPI_INFO_NULL;
  const int early = MPIX_Query_cuda_support() != 0 || MPIX_Query_recommended_device() != -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_info(MPI_COMM_WORLD, &world);
  printf("%d %s %s %s\n", rank, value(MPI_INFO_ENV, "penstock_recommended_device", device, sizeof device),
         value(MPI_INFO_ENV, "penstock_gpus_on_host", gpus, sizeof gpus),
         value(world, "penstock_recommended_device", world_device, sizeof world_device));
  MPI_Info_free(&world);
  const int expected = device[0] == '\0' ? -1 : atoi(device);
  if (early) printf("before MPI_Init something is told\n");
  if (MPIX_Query_recommended_device() != expected) printf("device %d\n", MPIX_Query_recommended_device());
  const char* cuda = getenv("PENSTOCK_CUDA");
  if (MPIX_Query_cuda_support() && cuda != NULL && *cuda == '0') printf("GPU buffers are accepted with PENSTOCK_CUDA=0\n");
  return MPI_Finalize();
}
