// Communicators, groups, sessions and their attachments, made and freed beside other threads that do so.
#include <array>
#include <iterator>
#include <string>

#include "mixed.hpp"
#include "mpi_test.hpp"

namespace penstock::test {
namespace {

// The sum of the ranks of all shows that a communicator works.
void use(MPI_Comm comm) {
  const int mine = rank_in(comm);
  const int ranks = size_of(comm);
  int sum = -1;
  EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm));
  EXPECT_EQ(sum, ranks * (ranks - 1) / 2);
}

void use_and_free(MPI_Comm* comm) {
  use(*comm);
  EXPECT_MPI(MPI_Comm_free(comm));
  EXPECT_EQ(*comm, MPI_COMM_NULL);
}

void copies(Worker& worker) {
  MPI_Comm first = MPI_COMM_NULL;
  MPI_Comm second = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Comm_dup(worker.own, &first));
  EXPECT_MPI(MPI_Comm_idup(worker.own, &second, &request));
  use(first);
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  int equal = MPI_UNEQUAL;
  EXPECT_MPI(MPI_Comm_compare(first, second, &equal));
  EXPECT_EQ(equal, MPI_CONGRUENT);
  const std::string name = "thread " + std::to_string(worker.number);
  EXPECT_MPI(MPI_Comm_set_name(first, name.c_str()));
  std::array<char, MPI_MAX_OBJECT_NAME> got{};
  int length = 0;
  EXPECT_MPI(MPI_Comm_get_name(first, got.data(), &length));
  EXPECT_EQ(std::string(got.data()), name);
  use_and_free(&second);
  use_and_free(&first);
}

void parts(Worker& worker) {
  MPI_Comm part = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split(worker.own, worker.rank % 2, -worker.rank, &part));
  EXPECT_EQ(size_of(part), (worker.size + 1 - worker.rank % 2) / 2);
  use_and_free(&part);
  EXPECT_MPI(MPI_Comm_split_type(worker.own, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part));
  use_and_free(&part);
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group first = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Comm_group(worker.own, &all));
  const int range[1][3] = {{0, worker.size / 2, 1}};
  EXPECT_MPI(MPI_Group_range_incl(all, 1, const_cast<int(*)[3]>(range), &first));
  EXPECT_MPI(MPI_Comm_create(worker.own, first, &part));
  EXPECT_EQ(part == MPI_COMM_NULL, worker.rank > worker.size / 2);
  if (part != MPI_COMM_NULL) use_and_free(&part);
  if (worker.rank <= worker.size / 2) {
    EXPECT_MPI(MPI_Comm_create_group(worker.shared, first, worker.number, &part));
    use_and_free(&part);
  }
  EXPECT_MPI(MPI_Group_free(&first));
  EXPECT_MPI(MPI_Group_free(&all));
}

void between_groups(Worker& worker) {
  const int side = worker.rank % 2;
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm across = MPI_COMM_NULL;
  MPI_Comm merged = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split(worker.own, side, 0, &part));
  EXPECT_MPI(MPI_Intercomm_create(part, 0, worker.shared, 1 - side, worker.number, &across));
  int flag = 0;
  EXPECT_MPI(MPI_Comm_test_inter(across, &flag));
  EXPECT_EQ(flag, 1);
  int theirs = 0;
  EXPECT_MPI(MPI_Comm_remote_size(across, &theirs));
  EXPECT_EQ(theirs, worker.size - size_of(part));
  const int one = 1;
  int sum = 0;
  EXPECT_MPI(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, across));
  EXPECT_EQ(sum, theirs);
  EXPECT_MPI(MPI_Intercomm_merge(across, side, &merged));
  use_and_free(&merged);
  EXPECT_MPI(MPI_Comm_free(&across));
  use_and_free(&part);
}

void groups(Worker& worker) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group mine = MPI_GROUP_NULL;
  MPI_Group others = MPI_GROUP_NULL;
  MPI_Group both = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Comm_group(worker.own, &all));
  EXPECT_MPI(MPI_Group_incl(all, 1, &worker.rank, &mine));
  EXPECT_MPI(MPI_Group_excl(all, 1, &worker.rank, &others));
  EXPECT_MPI(MPI_Group_union(mine, others, &both));
  int relation = MPI_UNEQUAL;
  EXPECT_MPI(MPI_Group_compare(all, both, &relation));
  EXPECT_EQ(relation, worker.rank == 0 ? MPI_IDENT : MPI_SIMILAR);
  int there = -1;
  EXPECT_MPI(MPI_Group_translate_ranks(mine, 1, std::array<int, 1>{0}.data(), all, &there));
  EXPECT_EQ(there, worker.rank);
  int ranks = -1;
  EXPECT_MPI(MPI_Group_size(others, &ranks));
  EXPECT_EQ(ranks, worker.size - 1);
  for (MPI_Group* group : {&all, &mine, &others, &both}) EXPECT_MPI(MPI_Group_free(group));
}

void sessions(Worker& worker) {
  MPI_Session session = MPI_SESSION_NULL;
  EXPECT_MPI(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  int sets = 0;
  EXPECT_MPI(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets));
  EXPECT_GE(sets, 2);
  for (const char* set : {"mpi://SELF", "mpi://WORLD"}) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    EXPECT_MPI(MPI_Group_from_session_pset(session, set, &group));
    const std::string tag = "thread " + std::to_string(worker.number);
    EXPECT_MPI(MPI_Comm_create_from_group(group, tag.c_str(), MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    EXPECT_MPI(MPI_Group_free(&group));
    use_and_free(&comm);
  }
  EXPECT_MPI(MPI_Session_finalize(&session));
  EXPECT_EQ(session, MPI_SESSION_NULL);
}

// Counts the calls of callbacks of one thread's keys.
struct Calls {
  int copied = 0;
  int deleted = 0;
};

template <typename Object>
int copy_attribute(Object /*from*/, int /*key*/, void* extra, void* in, void* out, int* flag) {
  ++static_cast<Calls*>(extra)->copied;
  *static_cast<void**>(out) = in;
  *flag = 1;
  return MPI_SUCCESS;
}
template <typename Object>
int delete_attribute(Object /*from*/, int /*key*/, void* /*value*/, void* extra) {
  ++static_cast<Calls*>(extra)->deleted;
  return MPI_SUCCESS;
}

void attributes(Worker& worker) {
  Calls calls;
  int key = MPI_KEYVAL_INVALID;
  int value = 10 + worker.number;
  EXPECT_MPI(MPI_Comm_create_keyval(copy_attribute<MPI_Comm>, delete_attribute<MPI_Comm>, &key, &calls));
  EXPECT_MPI(MPI_Comm_set_attr(worker.own, key, &value));
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(worker.own, &copy));
  int* got = nullptr;
  int flag = 0;
  EXPECT_MPI(MPI_Comm_get_attr(copy, key, static_cast<void*>(&got), &flag));
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(got, &value);
  EXPECT_MPI(MPI_Comm_delete_attr(worker.own, key));
  EXPECT_MPI(MPI_Comm_get_attr(worker.own, key, static_cast<void*>(&got), &flag));
  EXPECT_EQ(flag, 0);
  EXPECT_MPI(MPI_Comm_free_keyval(&key));
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_EQ(calls.copied, 1);
  EXPECT_EQ(calls.deleted, 2);
}

void attributes_of_types(Worker& worker) {
  Calls calls;
  int key = MPI_KEYVAL_INVALID;
  int value = worker.number;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_create_keyval(copy_attribute<MPI_Datatype>, delete_attribute<MPI_Datatype>, &key, &calls));
  EXPECT_MPI(MPI_Type_contiguous(3, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_set_attr(type, key, &value));
  EXPECT_MPI(MPI_Type_dup(type, &copy));
  int* got = nullptr;
  int flag = 0;
  EXPECT_MPI(MPI_Type_get_attr(copy, key, static_cast<void*>(&got), &flag));
  EXPECT_EQ(got, &value);
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_MPI(MPI_Type_free(&copy));
  EXPECT_MPI(MPI_Type_free_keyval(&key));
  EXPECT_EQ(calls.copied, 1);
  EXPECT_EQ(calls.deleted, 2);
}

constexpr MixedCase kCases[] = {{"copies", 1, copies},
                                {"parts", 1, parts},
                                {"between groups", 2, between_groups},
                                {"groups", 1, groups},
                                {"sessions", 1, sessions},
                                {"attributes", 1, attributes},
                                {"attributes of types", 1, attributes_of_types}};

}  // namespace

MixedCases communicator_cases() {
  return {kCases, std::size(kCases)};
}

}  // namespace penstock::test
