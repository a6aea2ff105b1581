// Programs whose sessions come without MPI_Init, in front of it, and after MPI_Finalize: mpiexec -n N session_alone KIND.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace {

constexpr const char* kWorld = "mpi://WORLD";
constexpr const char* kSelf = "mpi://SELF";

void check(bool holds, const char* what, int line) {
  if (holds) return;
  std::fprintf(stderr, "session_alone.cpp:%d: %s\n", line, what);
  std::_Exit(3);
}
#define CHECK(what) check((what), #what, __LINE__)
#define CHECK_MPI(call) check((call) == MPI_SUCCESS, #call, __LINE__)

MPI_Session open() {
  MPI_Session session = MPI_SESSION_NULL;
  CHECK_MPI(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  CHECK(session != MPI_SESSION_NULL);
  return session;
}

void close(MPI_Session* session) {
  CHECK_MPI(MPI_Session_finalize(session));
  CHECK(*session == MPI_SESSION_NULL);
}

bool initialized() {
  int flag = -1;
  CHECK_MPI(MPI_Initialized(&flag));
  return flag != 0;
}
bool finalized() {
  int flag = -1;
  CHECK_MPI(MPI_Finalized(&flag));
  return flag != 0;
}

MPI_Group group_of(MPI_Session session, const char* set) {
  MPI_Group group = MPI_GROUP_NULL;
  CHECK_MPI(MPI_Group_from_session_pset(session, set, &group));
  return group;
}

int try_comm(MPI_Session session, const char* set, MPI_Comm* comm) {
  MPI_Group group = group_of(session, set);
  const int code = MPI_Comm_create_from_group(group, "session_alone", MPI_INFO_NULL, MPI_ERRORS_RETURN, comm);
  CHECK_MPI(MPI_Group_free(&group));
  return code;
}

int size_in(MPI_Comm comm) {
  int size = 0;
  CHECK_MPI(MPI_Comm_size(comm, &size));
  return size;
}

// Short and long messages to all, and the sum of all.
void use(MPI_Comm comm) {
  const int size = size_in(comm);
  const int one = 1;
  int sum = 0;
  CHECK_MPI(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
  CHECK(sum == size);
  constexpr int kLong = 200000;
  std::vector<int> mine(static_cast<std::size_t>(size) * kLong, sum);
  std::vector<int> theirs(mine.size());
  CHECK_MPI(MPI_Alltoall(mine.data(), kLong, MPI_INT, theirs.data(), kLong, MPI_INT, comm));
  CHECK(theirs == mine);
}

void use_world_of(MPI_Session session) {
  MPI_Comm comm = MPI_COMM_NULL;
  CHECK_MPI(try_comm(session, kWorld, &comm));
  use(comm);
  CHECK_MPI(MPI_Comm_free(&comm));
}

void alone() {
  for (int round = 0; round < 3; ++round) {
    MPI_Session sessions[] = {open(), open(), open()};
    CHECK(!initialized() && !finalized());
    MPI_Comm self = MPI_COMM_NULL;
    CHECK_MPI(try_comm(sessions[0], kSelf, &self));
    use(self);
    CHECK_MPI(MPI_Comm_free(&self));
    close(&sessions[round % 3]);
    use_world_of(sessions[(round + 1) % 3]);
    close(&sessions[(round + 2) % 3]);
    use_world_of(sessions[(round + 1) % 3]);
    close(&sessions[(round + 1) % 3]);
  }
}

// Nothing but what needs no other rank.
void local() {
  MPI_Session session = open();
  MPI_Group group = group_of(session, kWorld);
  MPI_Comm self = MPI_COMM_NULL;
  CHECK_MPI(try_comm(session, kSelf, &self));
  use(self);
  const int one = 1;
  int two = 1;
  CHECK_MPI(MPI_Reduce_local(&one, &two, 1, MPI_INT, MPI_SUM));
  CHECK(two == 2);
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  CHECK_MPI(MPI_Type_contiguous(2, MPI_INT, &pair));
  CHECK_MPI(MPI_Type_free(&pair));
  CHECK_MPI(MPI_Comm_free(&self));
  CHECK_MPI(MPI_Group_free(&group));
  close(&session);
}

// The first two ranks have a communicator; the others never make one.
void part() {
  MPI_Session session = open();
  MPI_Group all = group_of(session, kWorld);
  int rank = -1;
  int size = 0;
  CHECK_MPI(MPI_Group_rank(all, &rank));
  CHECK_MPI(MPI_Group_size(all, &size));
  if (rank < 2 && size >= 2) {
    const int members[] = {1, 0};
    MPI_Group two = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    CHECK_MPI(MPI_Group_incl(all, 2, members, &two));
    CHECK_MPI(MPI_Comm_create_from_group(two, "part", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    use(comm);
    CHECK_MPI(MPI_Comm_free(&comm));
    CHECK_MPI(MPI_Group_free(&two));
  }
  CHECK_MPI(MPI_Group_free(&all));
  close(&session);
}

void threads() {
  std::vector<std::thread> several;
  for (int i = 0; i < 4; ++i) {
    several.emplace_back([] {
      for (int round = 0; round < 50; ++round) {
        MPI_Session session = open();
        MPI_Comm self = MPI_COMM_NULL;
        CHECK_MPI(try_comm(session, kSelf, &self));
        CHECK(size_in(self) == 1);
        CHECK_MPI(MPI_Comm_free(&self));
        close(&session);
      }
    });
  }
  for (std::thread& each : several) each.join();
  MPI_Session session = open();
  use_world_of(session);
  close(&session);
}

void use_world() {
  CHECK_MPI(MPI_Init(nullptr, nullptr));
  CHECK(initialized() && !finalized());
  use(MPI_COMM_WORLD);
}

void use_world_from_threads() {
  MPI_Comm comms[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
  for (MPI_Comm& comm : comms) CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  std::thread other([&] { use(comms[1]); });
  use(comms[0]);
  other.join();
  for (MPI_Comm& comm : comms) CHECK_MPI(MPI_Comm_free(&comm));
}

// In front of MPI_Init and after MPI_Finalize, where a session reaches its own rank alone.
void round_about() {
  MPI_Session before = open();
  use_world_of(before);
  close(&before);
  use_world();
  const int size = size_in(MPI_COMM_WORLD);
  MPI_Session beside = open();
  use_world_of(beside);
  close(&beside);
  CHECK_MPI(MPI_Finalize());
  CHECK(initialized() && finalized());
  MPI_Session after = open();
  MPI_Group group = group_of(after, kWorld);
  int members = 0;
  CHECK_MPI(MPI_Group_size(group, &members));
  CHECK(members == size);
  CHECK_MPI(MPI_Group_free(&group));
  MPI_Comm self = MPI_COMM_NULL;
  CHECK_MPI(try_comm(after, kSelf, &self));
  use(self);
  CHECK_MPI(MPI_Comm_free(&self));
  if (size > 1) {
    MPI_Comm comm = MPI_COMM_NULL;
    int error_class = MPI_SUCCESS;
    CHECK_MPI(MPI_Error_class(try_comm(after, kWorld, &comm), &error_class));
    CHECK(error_class == MPI_ERR_UNSUPPORTED_OPERATION);
  } else {
    use_world_of(after);
  }
  close(&after);
}

// A session that outlives the world reaches all that do so too.
void across() {
  MPI_Session session = open();
  use_world();
  MPI_Comm kept = MPI_COMM_NULL;
  CHECK_MPI(try_comm(session, kWorld, &kept));
  CHECK_MPI(MPI_Finalize());
  CHECK(initialized() && finalized());
  use(kept);
  CHECK_MPI(MPI_Comm_free(&kept));
  use_world_of(session);
  MPI_Session second = open();
  close(&session);
  use_world_of(second);
  close(&second);
  MPI_Session third = open();
  use_world_of(third);
  close(&third);
}

// A session of one thread, then a world of several.
void raised() {
  MPI_Info single = MPI_INFO_NULL;
  CHECK_MPI(MPI_Info_create(&single));
  CHECK_MPI(MPI_Info_set(single, "thread_level", "MPI_THREAD_SINGLE"));
  MPI_Session session = MPI_SESSION_NULL;
  CHECK_MPI(MPI_Session_init(single, MPI_ERRORS_RETURN, &session));
  CHECK_MPI(MPI_Info_free(&single));
  use_world_of(session);
  int provided = -1;
  CHECK_MPI(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided));
  CHECK(provided == MPI_THREAD_MULTIPLE);
  use_world_from_threads();
  close(&session);
  CHECK_MPI(MPI_Finalize());
}

// Info objects, error handlers and classes before anything else; MPI is never begun.
void ignore(MPI_Session* /*session*/, int* /*code*/, ...) {}
void early() {
  MPI_Info info = MPI_INFO_NULL;
  CHECK_MPI(MPI_Info_create(&info));
  CHECK_MPI(MPI_Info_set(info, "key", "value"));
  int keys = 0;
  CHECK_MPI(MPI_Info_get_nkeys(info, &keys));
  CHECK(keys == 1);
  CHECK_MPI(MPI_Info_free(&info));
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  CHECK_MPI(MPI_Session_create_errhandler(ignore, &handler));
  CHECK_MPI(MPI_Errhandler_free(&handler));
  int added = -1;
  CHECK_MPI(MPI_Add_error_class(&added));
  CHECK(!initialized() && !finalized());
}
void early_then_world() {
  early();
  use_world();
  CHECK_MPI(MPI_Finalize());
}

// What may be called at any time (section 11.4.1 and its table, and what a program has no reason to wait with).
void always_info() {
  MPI_Info info = MPI_INFO_NULL, copy = MPI_INFO_NULL, environment = MPI_INFO_NULL;
  CHECK_MPI(MPI_Info_create(&info));
  CHECK_MPI(MPI_Info_set(info, "key", "value"));
  CHECK_MPI(MPI_Info_set(info, "other", "none"));
  CHECK_MPI(MPI_Info_delete(info, "other"));
  CHECK_MPI(MPI_Info_dup(info, &copy));
  int keys = 0, found = 0, length = 0;
  CHECK_MPI(MPI_Info_get_nkeys(copy, &keys));
  CHECK(keys == 1);
  char text[MPI_MAX_INFO_VAL] = {};
  CHECK_MPI(MPI_Info_get_nthkey(copy, 0, text));
  CHECK(std::strcmp(text, "key") == 0);
  length = sizeof text;
  CHECK_MPI(MPI_Info_get_string(MPI_Info_fromint(MPI_Info_toint(copy)), "key", &length, text, &found));
  CHECK(found != 0 && length == 6 && std::strcmp(text, "value") == 0);
  CHECK_MPI(MPI_Info_get(copy, "key", sizeof text - 1, text, &found));
  CHECK(found != 0);
  CHECK_MPI(MPI_Info_get_valuelen(copy, "key", &length, &found));
  CHECK(found != 0 && length == 5);
  CHECK_MPI(MPI_Info_free(&copy));
  CHECK_MPI(MPI_Info_free(&info));
  CHECK_MPI(MPI_Info_create_env(0, nullptr, &environment));
  for (MPI_Info each : {environment, MPI_INFO_ENV}) {
    length = sizeof text;
    CHECK_MPI(MPI_Info_get_string(each, "thread_level", &length, text, &found));
    CHECK(found != 0);
  }
  CHECK_MPI(MPI_Info_free(&environment));
}
void always_errors() {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  CHECK_MPI(MPI_Session_create_errhandler(ignore, &handler));
  CHECK(MPI_Errhandler_fromint(MPI_Errhandler_toint(handler)) == handler);
  CHECK_MPI(MPI_Errhandler_free(&handler));
  int added = -1, code = -1, error_class = -1, length = 0;
  char text[MPI_MAX_ERROR_STRING];
  CHECK_MPI(MPI_Add_error_class(&added));
  CHECK_MPI(MPI_Add_error_code(added, &code));
  CHECK_MPI(MPI_Add_error_string(code, "ours"));
  CHECK_MPI(MPI_Error_string(code, text, &length));
  CHECK(std::strcmp(text, "ours") == 0);
  CHECK_MPI(MPI_Error_class(code, &error_class));
  CHECK(error_class == added);
  CHECK_MPI(MPI_Remove_error_string(code));
  CHECK_MPI(MPI_Remove_error_code(code));
  CHECK_MPI(MPI_Remove_error_class(added));
}
void always_itself() {
  int major = 0, minor = -1, length = 0, set = 0, provided = -1, variables = 0;
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  CHECK_MPI(MPI_Get_version(&major, &minor));
  CHECK_MPI(MPI_Get_library_version(text, &length));
  CHECK_MPI(MPI_Abi_get_version(&major, &minor));
  MPI_Info info = MPI_INFO_NULL;
  CHECK_MPI(MPI_Abi_get_info(&info));
  CHECK_MPI(MPI_Info_free(&info));
  CHECK_MPI(MPI_Abi_get_fortran_info(&info));
  if (info != MPI_INFO_NULL) CHECK_MPI(MPI_Info_free(&info));
  int yes = 0, no = 0;
  CHECK_MPI(MPI_Abi_get_fortran_booleans(4, &yes, &no, &set));
  MPI_Aint address = 0;
  CHECK_MPI(MPI_Get_address(text, &address));
  CHECK(MPI_Aint_diff(MPI_Aint_add(address, 3), address) == 3 && MPI_Wtime() > 0 && MPI_Wtick() > 0);
  MPI_Status status{};
  int source = -1;
  CHECK_MPI(MPI_Status_set_source(&status, 7));
  CHECK_MPI(MPI_Status_get_source(&status, &source));
  CHECK(source == 7);
  CHECK_MPI(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
  CHECK_MPI(MPI_T_cvar_get_num(&variables));
  CHECK(variables > 0);
  CHECK_MPI(MPI_T_finalize());
}
void always() {
  const bool was_initialized = initialized();
  const bool was_finalized = finalized();
  always_info();
  always_errors();
  always_itself();
  CHECK(initialized() == was_initialized && finalized() == was_finalized);
}

// A handler for sessions is called for one.
int heard = MPI_SUCCESS;
void hear(MPI_Session* /*session*/, int* code, ...) {
  heard = *code;
}
void beside_session() {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  CHECK_MPI(MPI_Session_create_errhandler(hear, &handler));
  MPI_Session session = MPI_SESSION_NULL;
  CHECK_MPI(MPI_Session_init(MPI_INFO_NULL, handler, &session));
  always();
  heard = MPI_SUCCESS;
  CHECK_MPI(MPI_Session_call_errhandler(session, MPI_ERR_OTHER));
  CHECK(heard == MPI_ERR_OTHER);
  close(&session);
  CHECK_MPI(MPI_Errhandler_free(&handler));
}
bool has_since(MPI_Info info, const char* value) {
  char text[8] = {};
  int length = sizeof text;
  int found = 0;
  CHECK_MPI(MPI_Info_get_string(info, "since", &length, text, &found));
  return found != 0 && std::strcmp(text, value) == 0;
}

void ignore_of_comm(MPI_Comm* /*comm*/, int* /*code*/, ...) {}

// Info objects and error handlers of every age are there after MPI_Finalize too, with the same handles.
void outlive() {
  MPI_Info before = MPI_INFO_NULL, within = MPI_INFO_NULL, after = MPI_INFO_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL, of_world = MPI_ERRHANDLER_NULL;
  CHECK_MPI(MPI_Info_create(&before));
  CHECK_MPI(MPI_Info_set(before, "since", "before"));
  CHECK_MPI(MPI_Session_create_errhandler(hear, &handler));
  use_world();
  CHECK_MPI(MPI_Info_dup(before, &within));
  CHECK_MPI(MPI_Info_set(within, "since", "within"));
  CHECK_MPI(MPI_Comm_create_errhandler(ignore_of_comm, &of_world));
  CHECK_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world));
  CHECK_MPI(MPI_Errhandler_free(&of_world));
  CHECK_MPI(MPI_Finalize());
  CHECK(has_since(before, "before") && has_since(within, "within"));
  CHECK_MPI(MPI_Info_create_env(0, nullptr, &after));
  CHECK(after != before && after != within);
  CHECK_MPI(MPI_Info_free(&after));
  MPI_Session session = MPI_SESSION_NULL;
  CHECK_MPI(MPI_Session_init(before, handler, &session));
  heard = MPI_SUCCESS;
  CHECK_MPI(MPI_Session_call_errhandler(session, MPI_ERR_OTHER));
  CHECK(heard == MPI_ERR_OTHER);
  CHECK_MPI(MPI_Errhandler_free(&handler));
  close(&session);
  CHECK_MPI(MPI_Info_set(within, "since", "now"));
  CHECK(has_since(within, "now") && has_since(before, "before"));
  CHECK_MPI(MPI_Info_free(&before));
  CHECK_MPI(MPI_Info_free(&within));
}

// What was made before is there afterwards.
void any_time() {
  MPI_Info kept = MPI_INFO_NULL;
  always();
  CHECK_MPI(MPI_Info_create(&kept));
  CHECK_MPI(MPI_Info_set(kept, "since", "before"));
  beside_session();
  always();
  beside_session();
  always();
  use_world();
  always();
  CHECK(has_since(kept, "before"));
  CHECK_MPI(MPI_Info_free(&kept));
  beside_session();
  CHECK_MPI(MPI_Finalize());
  always();
  beside_session();
  always();
}

// Left open, as by a program that dies: whoever started it says so.
void left_open() {
  MPI_Session session = open();
  static_cast<void>(session);
}

struct Kind {
  const char* name;
  void (*run)();
};
constexpr Kind kKinds[] = {{"alone", alone},       {"local", local},       {"part", part},
                           {"threads", threads},   {"round", round_about}, {"across", across},
                           {"raised", raised},     {"early", early},       {"early_world", early_then_world},
                           {"any_time", any_time}, {"outlive", outlive},   {"left_open", left_open}};

}  // namespace

int main(int argc, char** argv) {
  for (const Kind& kind : kKinds) {
    if (argc != 2 || std::strcmp(argv[1], kind.name) != 0) continue;
    kind.run();
    return 0;
  }
  std::fprintf(stderr, "usage: session_alone KIND\n");
  return 2;
}
