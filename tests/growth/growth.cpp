// mpiexec -n 2 growth --subject comms --cycles 100000: makes and frees again and again; after a warm-up of a tenth nothing
// may grow: memory, descriptors, mappings, and the highest handle slot in use. Queues in shared memory are touched page by
// page as they turn, so what counts is private memory, and how much is mapped at all.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

// The growth that fragments and late first uses may cause, whatever the number of cycles.
constexpr long kMemoryLimit = 1L << 20;
constexpr long kMappingLimit = 2;
constexpr int kSlotMask = (1 << 20) - 1;  // the bits of a handle's number

int rank, ranks;
int highest_slot;

[[noreturn]] void die(const std::string& what) {
  std::fprintf(stderr, "growth: rank %d: %s\n", rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

void saw(int handle) {
  highest_slot = std::max(highest_slot, handle & kSlotMask);
}

struct Use {
  long memory, mapped, descriptors, mappings, slot;
};

long status_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(name, 0) == 0) return std::atol(line.c_str() + name.size()) * 1024;
  }
  die("/proc/self/status has no " + name);
}

Use measure() {
  Use use{status_bytes("RssAnon:"), status_bytes("VmSize:"), 0, 0, highest_slot};
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++use.descriptors;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) ++use.mappings;
  return use;
}

// Sends a message around the ring, so that the communicator is used.
void use_comm(MPI_Comm comm) {
  int me = 0, size = 0, sent = 0, got = -1;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  sent = me;
  MPI_Sendrecv(&sent, 1, MPI_INT, (me + 1) % size, 1, &got, 1, MPI_INT, (me + size - 1) % size, 1, comm, MPI_STATUS_IGNORE);
  if (got != (me + size - 1) % size) die("a wrong message on a new communicator");
}

MPI_Comm make_inter() {
  MPI_Comm half = MPI_COMM_NULL, inter = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 2, &inter);
  MPI_Comm_free(&half);
  return inter;
}

MPI_Comm make_comm(int cycle) {
  MPI_Comm comm = MPI_COMM_NULL, inter = MPI_COMM_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  switch (ranks > 1 ? cycle % 5 : cycle % 4) {
    case 0: MPI_Comm_dup(MPI_COMM_WORLD, &comm); break;
    case 1: MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm); break;
    case 2:
      MPI_Comm_group(MPI_COMM_WORLD, &group);
      MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &comm);
      MPI_Group_free(&group);
      break;
    case 3:
      MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      break;
    default:
      inter = make_inter();
      saw(MPI_Comm_toint(inter));
      MPI_Intercomm_merge(inter, rank % 2, &comm);
      MPI_Comm_free(&inter);
  }
  return comm;
}

void comms(int cycle) {
  MPI_Comm comm = make_comm(cycle);
  saw(MPI_Comm_toint(comm));
  if (cycle / 5 % 4 == 0) use_comm(comm);
  MPI_Comm_free(&comm);
}

// Uses sixteen requests at a time: immediate, persistent, cancelled, probed.
void requests(int cycle) {
  constexpr int kAtOnce = 16;
  MPI_Request all[kAtOnce];
  int out[kAtOnce] = {}, in[kAtOnce];
  const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  const bool keeps = cycle % 3 == 0;
  for (int i = 0; i < kAtOnce; i += 2) {
    const auto receive = keeps ? MPI_Recv_init : MPI_Irecv;
    const auto send = keeps ? MPI_Send_init : MPI_Isend;
    receive(&in[i], 1, MPI_INT, previous, i, MPI_COMM_WORLD, &all[i]);
    send(&out[i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &all[i + 1]);
    saw(MPI_Request_toint(all[i + 1]));
  }
  if (keeps) MPI_Startall(kAtOnce, all);
  MPI_Waitall(kAtOnce, all, MPI_STATUSES_IGNORE);
  for (MPI_Request& request : all) {
    if (keeps) MPI_Request_free(&request);
  }
  MPI_Request never = MPI_REQUEST_NULL;
  MPI_Irecv(in, 1, MPI_INT, previous, 999, MPI_COMM_WORLD, &never);
  MPI_Cancel(&never);
  MPI_Wait(&never, MPI_STATUS_IGNORE);
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Isend(out, 1, MPI_INT, next, 500, MPI_COMM_WORLD, all);
  MPI_Mprobe(previous, 500, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  saw(MPI_Message_toint(message));
  MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Wait(all, MPI_STATUS_IGNORE);
}

MPI_Datatype make_type(int cycle) {
  MPI_Datatype type = MPI_DATATYPE_NULL, inner = MPI_DATATYPE_NULL;
  const int places[3] = {0, 9, 4}, whole[2] = {8, 8}, part[2] = {3, 5}, begin[2] = {1, 2};
  switch (cycle % 5) {
    case 0: MPI_Type_vector(1 + cycle % 7, 2, 3, MPI_INT, &type); break;
    case 1: MPI_Type_create_indexed_block(3, 1 + cycle % 3, places, MPI_INT, &type); break;
    case 2: MPI_Type_create_subarray(2, whole, part, begin, MPI_ORDER_C, MPI_INT, &type); break;
    case 3:
      MPI_Type_contiguous(2, MPI_INT, &inner);
      MPI_Type_create_hvector(3, 2, 20, inner, &type);
      MPI_Type_free(&inner);
      break;
    default: MPI_Type_dup(MPI_INT, &type);
  }
  return type;
}

void datatypes(int cycle) {
  MPI_Datatype type = make_type(cycle);
  saw(MPI_Type_toint(type));
  MPI_Type_commit(&type);
  char out[512] = {}, in[512];
  if (cycle % 8 == 0) {
    const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    MPI_Sendrecv(out, 1, type, next, 1, in, 1, type, previous, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Type_free(&type);
}

void handler(MPI_Comm*, int*, ...) {}
void sum(void* in, void* inout, int* length, MPI_Datatype*) {
  for (int i = 0; i < *length; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}
int copy(MPI_Comm, int, void*, void* value, void* out, int* flag) {
  std::memcpy(out, &value, sizeof(value));
  *flag = 1;
  return MPI_SUCCESS;
}
int forget(MPI_Comm, int, void*, void*) {
  return MPI_SUCCESS;
}

void infos() {
  MPI_Info info = MPI_INFO_NULL, twin = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "a value that is longer than a short string");
  MPI_Info_dup(info, &twin);
  saw(MPI_Info_toint(twin));
  MPI_Info_free(&info);
  MPI_Info_free(&twin);
}

void groups() {
  MPI_Group world = MPI_GROUP_NULL, some = MPI_GROUP_NULL, both = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  const int first = 0;
  MPI_Group_incl(world, 1, &first, &some);
  MPI_Group_union(some, world, &both);
  saw(MPI_Group_toint(both));
  MPI_Group_free(&both);
  MPI_Group_free(&some);
  MPI_Group_free(&world);
}

void callbacks() {
  MPI_Errhandler error_handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(handler, &error_handler);
  saw(MPI_Errhandler_toint(error_handler));
  MPI_Errhandler_free(&error_handler);
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(sum, 1, &op);
  saw(MPI_Op_toint(op));
  MPI_Op_free(&op);
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(copy, forget, &keyval, nullptr);
  saw(keyval);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &op);
  MPI_Comm duplicate = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &duplicate);
  MPI_Comm_delete_attr(MPI_COMM_SELF, keyval);
  MPI_Comm_free(&duplicate);
  MPI_Comm_free_keyval(&keyval);
}

void objects(int) {
  infos();
  groups();
  callbacks();
}

// Uses four schedules of every kind at a time, with operations and datatypes that are freed while they run.
void schedules(int cycle) {
  std::vector<int> out(static_cast<std::size_t>(4 * ranks), rank + 1), in(out.size()), all(out.size());
  int total = 0;
  MPI_Request requests[4];
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(sum, 1, &op);
  MPI_Iallreduce(out.data(), &total, 1, MPI_INT, op, MPI_COMM_WORLD, &requests[0]);
  MPI_Op_free(&op);
  MPI_Ialltoall(out.data(), 2, MPI_INT, in.data(), 2, MPI_INT, MPI_COMM_WORLD, &requests[1]);
  MPI_Ibcast(out.data() + 1, 1, MPI_INT, cycle % ranks, MPI_COMM_WORLD, &requests[2]);
  MPI_Iallgather(out.data(), 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD, &requests[3]);
  saw(MPI_Request_toint(requests[3]));
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  if (total != ranks * (ranks + 1) / 2) die("MPI_Iallreduce gave " + std::to_string(total));
}

void window_handler(MPI_Win*, int*, ...) {}
int drop(MPI_Win, int, void*, void*) {
  return MPI_SUCCESS;
}

// Makes a window in one of the four ways, with hints.
MPI_Win make_window(int cycle, int* own, int** base) {
  constexpr MPI_Aint kBytes = 512;
  MPI_Win win = MPI_WIN_NULL;
  MPI_Info info = MPI_INFO_NULL;
  if (cycle / 4 % 2 == 0) {
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Info_set(info, "alloc_shared_noncontig", cycle / 8 % 2 == 0 ? "true" : "false");
  }
  *base = own;
  switch (cycle % 4) {
    case 0: MPI_Win_allocate(kBytes, sizeof(int), info, MPI_COMM_WORLD, base, &win); break;
    case 1: MPI_Win_create(own, kBytes, sizeof(int), info, MPI_COMM_WORLD, &win); break;
    case 2: MPI_Win_allocate_shared(kBytes, sizeof(int), info, MPI_COMM_WORLD, base, &win); break;
    default: MPI_Win_create_dynamic(info, MPI_COMM_WORLD, &win); MPI_Win_attach(win, own, kBytes);
  }
  if (info != MPI_INFO_NULL) MPI_Info_free(&info);
  return win;
}

// Puts around the ring.
void use_window(MPI_Win win, int cycle, int* own, const int* base) {
  const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  MPI_Aint place = 0, there = 0;
  if (cycle % 4 == 3) {
    MPI_Get_address(own, &place);
    MPI_Sendrecv(&place, 1, MPI_AINT, previous, 7, &there, 1, MPI_AINT, next, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, next, there, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  if (*base != previous) die("a wrong value in a new window");
  MPI_Win_unlock(rank, win);
}

// Makes allocated, created, shared and dynamic windows; uses them, with an attribute and a handler, now and then.
void windows(int cycle) {
  alignas(64) static int own[128];
  int* base = nullptr;
  MPI_Win win = make_window(cycle, own, &base);
  saw(MPI_Win_toint(win));
  int keyval = MPI_KEYVAL_INVALID;
  if (cycle / 4 % 3 == 0) {
    MPI_Errhandler error_handler = MPI_ERRHANDLER_NULL;
    MPI_Win_create_errhandler(window_handler, &error_handler);
    MPI_Win_set_errhandler(win, error_handler);
    MPI_Errhandler_free(&error_handler);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, drop, &keyval, nullptr);
    MPI_Win_set_attr(win, keyval, &base);
    MPI_Win_set_name(win, "a name that is longer than a short string");
  }
  if (cycle / 4 % 2 == 0) use_window(win, cycle, own, base);
  MPI_Win_free(&win);
  if (keyval != MPI_KEYVAL_INVALID) MPI_Win_free_keyval(&keyval);
}

// Allocates pieces of all sizes by MPI_Alloc_mem, and makes a window over one of them now and then.
void memory(int cycle) {
  constexpr int kAtOnce = 12;
  char* pieces[kAtOnce];
  for (int i = 0; i < kAtOnce; ++i) {
    MPI_Alloc_mem(MPI_Aint{1} << (i + cycle % 5), MPI_INFO_NULL, &pieces[i]);
    *pieces[i] = static_cast<char>(i);
  }
  if (cycle % 16 == 0) {
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create(pieces[11], 2048, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % ranks, 1024, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
  }
  for (int i = 0; i < kAtOnce; ++i) {
    char* const piece = pieces[(i * 5 + cycle) % kAtOnce];
    MPI_Free_mem(piece);
  }
}

struct Subject {
  const char* name;
  void (*cycle)(int);
};
constexpr Subject kSubjects[] = {{"comms", comms},     {"requests", requests},   {"datatypes", datatypes},
                                 {"objects", objects}, {"schedules", schedules}, {"windows", windows},
                                 {"memory", memory}};

void run(const Subject& subject, int cycles) {
  for (int i = 0; i < cycles / 10; ++i) subject.cycle(i);
  MPI_Barrier(MPI_COMM_WORLD);
  const Use before = measure();
  for (int i = 0; i < cycles; ++i) subject.cycle(i);
  MPI_Barrier(MPI_COMM_WORLD);
  const Use after = measure();
  const std::string grew = std::to_string((after.memory - before.memory) / 1024) + " KiB, " +
                           std::to_string((after.mapped - before.mapped) / 1024) + " KiB mapped, " +
                           std::to_string(after.descriptors - before.descriptors) + " descriptors, " +
                           std::to_string(after.mappings - before.mappings) + " mappings, highest slot " +
                           std::to_string(before.slot) + " -> " + std::to_string(after.slot);
  if (after.memory - before.memory > kMemoryLimit || after.mapped - before.mapped > kMemoryLimit ||
      after.descriptors > before.descriptors || after.mappings - before.mappings > kMappingLimit || after.slot > before.slot) {
    die(std::string(subject.name) + " grew in " + std::to_string(cycles) + " cycles: " + grew);
  }
  if (rank == 0) std::printf("growth: %s, %d cycles on %d ranks: %s\n", subject.name, cycles, ranks, grew.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::string name;
  int cycles = 1000;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--subject") name = argv[i + 1];
    if (std::string(argv[i]) == "--cycles") cycles = std::atoi(argv[i + 1]);
  }
  const auto found = std::find_if(std::begin(kSubjects), std::end(kSubjects), [&](const Subject& s) { return name == s.name; });
  if (found == std::end(kSubjects)) die("--subject knows comms, requests, datatypes, objects, schedules, windows and memory");
  run(*found, cycles);
  MPI_Finalize();
  return 0;
}
