/* A rank that prints which GPU it is advised to use: "RANK ENV-DEVICE ENV-GPUS WORLD-DEVICE", "-" for what is not told. */
#include <mpi.h>
#include <stdio.h>

static const char* value(MPI_Info info, const char* key, char* out, int length) {
  int found = 0;
  MPI_Info_get_string(info, key, &length, out, &found);
  return found ? out : "-";
}

int main(int argc, char** argv) {
  char device[32], gpus[32], world_device[32];
  int rank = 0;
  MPI_Info world = MPI_INFO_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_get_info(MPI_COMM_WORLD, &world);
  printf("%d %s %s %s\n", rank, value(MPI_INFO_ENV, "penstock_recommended_device", device, sizeof device),
         value(MPI_INFO_ENV, "penstock_gpus_on_host", gpus, sizeof gpus),
         value(world, "penstock_recommended_device", world_device, sizeof world_device));
  MPI_Info_free(&world);
  return MPI_Finalize();
}
