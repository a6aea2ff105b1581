#include <array>

#include "planted.hpp"

namespace planted {
namespace {

int word;

int type_uncommitted(int /*rank*/) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_INT, &type);
  const int code = MPI_Send(&word, 0, type, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
  MPI_Type_free(&type);
  return code;
}
int type_freed(int /*rank*/) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(1, MPI_INT, &type);
  MPI_Type_commit(&type);
  const MPI_Datatype copy = type;
  MPI_Type_free(&type);
  return MPI_Send(&word, 1, copy, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
}
int type_predefined(int /*rank*/) {
  MPI_Datatype type = MPI_INT;
  return MPI_Type_free(&type);
}
int comm_null(int /*rank*/) {
  return MPI_Barrier(MPI_COMM_NULL);
}
int comm_freed(int /*rank*/) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  const MPI_Comm copy = comm;
  MPI_Comm_free(&comm);
  int size = 0;
  return MPI_Comm_size(copy, &size);
}
int comm_world_freed(int /*rank*/) {
  MPI_Comm comm = MPI_COMM_WORLD;
  return MPI_Comm_free(&comm);
}
int op_predefined(int /*rank*/) {
  MPI_Op op = MPI_SUM;
  return MPI_Op_free(&op);
}
int group_rank(int /*rank*/) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group part = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  const int ranks[] = {5};
  const int code = MPI_Group_incl(group, 1, ranks, &part);
  MPI_Group_free(&group);
  return code;
}
int grid_too_large(int /*rank*/) {
  const int dims[] = {3};
  const int periods[] = {0};
  MPI_Comm grid = MPI_COMM_NULL;
  return MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
}
int keyval_unknown(int /*rank*/) {
  void* value = nullptr;
  int found = 0;
  return MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, static_cast<void*>(&value), &found);
}
int info_freed(int /*rank*/) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  const MPI_Info copy = info;
  MPI_Info_free(&info);
  return MPI_Info_set(copy, "key", "value");
}

constexpr std::array kCases{Case{"type_uncommitted", type_uncommitted},
                            Case{"type_freed", type_freed},
                            Case{"type_predefined", type_predefined},
                            Case{"comm_null", comm_null},
                            Case{"comm_freed", comm_freed},
                            Case{"comm_world_freed", comm_world_freed},
                            Case{"op_predefined", op_predefined},
                            Case{"group_rank", group_rank},
                            Case{"grid_too_large", grid_too_large},
                            Case{"keyval_unknown", keyval_unknown},
                            Case{"info_freed", info_freed}};

}  // namespace

std::span<const Case> objects() {
  return kCases;
}

}  // namespace planted
