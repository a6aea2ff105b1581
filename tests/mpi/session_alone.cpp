// Programs whose sessions come without MPI_Init, before it, and after MPI_Finalize: mpiexec -n N session_alone KIND.
#include <cstdio>
#include <cstring>
#include <thread>

#include "session_alone.hpp"

namespace session_alone {
namespace {

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

// Makes only calls that need no other rank.
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

// MPI_COMM_WORLD and MPI_COMM_SELF answer queries before MPI_Init, with the values that they would have.
// All other calls need MPI_Init.
void ask() {
  MPI_Session session = open();
  MPI_Group of_session = group_of(session, kWorld);
  int rank = -1, size = 0;
  CHECK_MPI(MPI_Group_rank(of_session, &rank));
  CHECK_MPI(MPI_Group_size(of_session, &size));
  int answer = -1;
  CHECK_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &answer));
  CHECK(answer == rank && size_in(MPI_COMM_WORLD) == size);
  CHECK_MPI(MPI_Comm_rank(MPI_COMM_SELF, &answer));
  CHECK(answer == 0 && size_in(MPI_COMM_SELF) == 1);
  MPI_Group world = MPI_GROUP_NULL, self = MPI_GROUP_NULL;
  CHECK_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world));
  CHECK_MPI(MPI_Group_compare(world, of_session, &answer));
  CHECK(answer == MPI_IDENT);
  CHECK_MPI(MPI_Comm_group(MPI_COMM_SELF, &self));
  const int zero = 0;
  CHECK_MPI(MPI_Group_translate_ranks(self, 1, &zero, world, &answer));
  CHECK(answer == rank);
  char name[MPI_MAX_OBJECT_NAME];
  CHECK_MPI(MPI_Comm_get_name(MPI_COMM_WORLD, name, &answer));
  CHECK(std::strcmp(name, "MPI_COMM_WORLD") == 0);
  CHECK_MPI(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &answer));
  CHECK(answer == MPI_IDENT);
  CHECK_MPI(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_SELF, &answer));
  CHECK(answer == (size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL));
  MPI_Comm comm = MPI_COMM_NULL;
  CHECK_MPI(try_comm(session, kWorld, &comm));
  CHECK_MPI(MPI_Comm_compare(comm, MPI_COMM_WORLD, &answer));
  CHECK(answer == MPI_CONGRUENT);
  CHECK_MPI(MPI_Comm_test_inter(MPI_COMM_WORLD, &answer));
  CHECK(answer == 0);
  CHECK_MPI(MPI_Topo_test(MPI_COMM_WORLD, &answer));
  CHECK(answer == MPI_UNDEFINED);
  CHECK_MPI(MPI_Comm_free(&comm));
  for (MPI_Group* each : {&self, &world, &of_session}) CHECK_MPI(MPI_Group_free(each));
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

void use_world_from_threads() {
  MPI_Comm comms[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
  for (MPI_Comm& comm : comms) CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  std::thread other([&] { use(comms[1]); });
  use(comms[0]);
  other.join();
  for (MPI_Comm& comm : comms) CHECK_MPI(MPI_Comm_free(&comm));
}

// The session comes before MPI_Init and after MPI_Finalize, where it reaches its own rank alone.
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

// A session that outlives the world reaches all ranks that do so too.
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

// A session of one thread is followed by a world of several.
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

// Info objects, error handlers and classes are used before anything else; MPI is never initialised.
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

// The session is left open, as by a program that dies: the launcher reports it.
void left_open() {
  MPI_Session session = open();
  static_cast<void>(session);
}

struct Kind {
  const char* name;
  void (*run)();
};
constexpr Kind kKinds[] = {{"alone", alone},        {"local", local},       {"part", part},
                           {"threads", threads},    {"round", round_about}, {"across", across},
                           {"raised", raised},      {"early", early},       {"early_world", early_then_world},
                           {"any_time", any_time},  {"outlive", outlive},   {"ask", ask},
                           {"left_open", left_open}};

}  // namespace
}  // namespace session_alone

int main(int argc, char** argv) {
  for (const session_alone::Kind& kind : session_alone::kKinds) {
    if (argc != 2 || std::strcmp(argv[1], kind.name) != 0) continue;
    kind.run();
    return 0;
  }
  std::fprintf(stderr, "usage: session_alone KIND\n");
  return 2;
}
