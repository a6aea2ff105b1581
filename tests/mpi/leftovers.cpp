// Makes one object of everything with a handle, and two of some. `leave`: it frees nothing; `free`: it frees all.
#include <mpi.h>

#include <string_view>

namespace {

void on_error(MPI_Comm* /*comm*/, int* /*code*/, ...) {}
void add_up(void* /*in*/, void* /*inout*/, int* /*count*/, MPI_Datatype* /*type*/) {}

struct Made {
  MPI_Comm named = MPI_COMM_NULL, plain = MPI_COMM_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL, own = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Request persistent = MPI_REQUEST_NULL, active = MPI_REQUEST_NULL;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_File file = MPI_FILE_NULL;
  int keyval = MPI_KEYVAL_INVALID;
  int word = 7, got = 0;
};

void make(Made* all, int rank) {
  MPI_Comm_dup(MPI_COMM_WORLD, &all->named);
  MPI_Comm_set_name(all->named, "the solver's");
  MPI_Comm_dup(MPI_COMM_WORLD, &all->plain);
  MPI_Comm_group(MPI_COMM_WORLD, &all->group);
  MPI_Type_contiguous(3, MPI_INT, &all->type);
  MPI_Type_set_name(all->type, "a triple");
  MPI_Type_create_f90_integer(9, &all->own);  // the library's: not to be freed
  MPI_Op_create(add_up, 1, &all->op);
  MPI_Comm_create_errhandler(on_error, &all->handler);
  MPI_Info_create(&all->info);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &all->keyval, nullptr);
  MPI_File_open(MPI_COMM_WORLD, "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &all->file);
  MPI_Send_init(&all->word, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &all->persistent);
  MPI_Irecv(&all->got, 1, MPI_INT, rank, 2, all->named, &all->active);
  MPI_Request sent = MPI_REQUEST_NULL;
  MPI_Isend(&all->word, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &sent);
  MPI_Mprobe(rank, 3, MPI_COMM_WORLD, &all->message, MPI_STATUS_IGNORE);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
}

void free_all(Made* all, int rank) {
  MPI_Send(&all->word, 1, MPI_INT, rank, 2, all->named);
  MPI_Wait(&all->active, MPI_STATUS_IGNORE);
  MPI_Mrecv(&all->got, 1, MPI_INT, &all->message, MPI_STATUS_IGNORE);
  MPI_Request_free(&all->persistent);
  MPI_File_close(&all->file);
  MPI_Comm_free_keyval(&all->keyval);
  MPI_Info_free(&all->info);
  MPI_Errhandler_free(&all->handler);
  MPI_Op_free(&all->op);
  MPI_Type_free(&all->type);
  MPI_Group_free(&all->group);
  MPI_Comm_free(&all->plain);
  MPI_Comm_free(&all->named);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || MPI_Init(&argc, &argv) != MPI_SUCCESS) return 2;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  static Made all;
  make(&all, rank);
  if (std::string_view(argv[1]) == "free") free_all(&all, rank);
  if (std::string_view(argv[1]) == "leave") {
    // MPI_Finalize need not wait for this receive.
    MPI_Send(&all.word, 1, MPI_INT, rank, 2, all.named);
    int done = 0;
    while (done == 0) MPI_Request_get_status(all.active, &done, MPI_STATUS_IGNORE);
  }
  return MPI_Finalize() == MPI_SUCCESS ? 0 : 1;
}
