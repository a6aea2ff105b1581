// Sessions beside MPI_Init: process sets, their groups and communicators, and objects that belong to a session.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

constexpr const char* kWorld = "mpi://WORLD";
constexpr const char* kSelf = "mpi://SELF";

MPI_Session open() {
  MPI_Session session = MPI_SESSION_NULL;
  EXPECT_MPI(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  EXPECT_NE(session, MPI_SESSION_NULL);
  return session;
}

void close(MPI_Session* session) {
  EXPECT_MPI(MPI_Session_finalize(session));
  EXPECT_EQ(*session, MPI_SESSION_NULL);
}

MPI_Comm comm_of(MPI_Session session, const char* set, const char* tag) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Group_from_session_pset(session, set, &group));
  EXPECT_MPI(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
  EXPECT_MPI(MPI_Group_free(&group));
  return comm;
}

std::string text_under(MPI_Info info, const char* key) {
  char text[MPI_MAX_INFO_VAL] = {};
  int length = sizeof text;
  int found = 0;
  EXPECT_MPI(MPI_Info_get_string(info, key, &length, text, &found));
  return found != 0 ? text : "(none)";
}

int sum_over(MPI_Comm comm) {
  const int one = 1;
  int sum = 0;
  EXPECT_MPI(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
  return sum;
}

class Sessions : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    session_ = open();
  }
  void TearDown() override { close(&session_); }

  MPI_Session session_ = MPI_SESSION_NULL;
};

TEST_F(Sessions, NameTheirProcessSets) {
  int sets = 0;
  EXPECT_MPI(MPI_Session_get_num_psets(session_, MPI_INFO_NULL, &sets));
  ASSERT_EQ(sets, 2);
  std::vector<std::string> names;
  for (int n = 0; n < sets; ++n) {
    int length = 0;
    EXPECT_MPI(MPI_Session_get_nth_pset(session_, MPI_INFO_NULL, n, &length, nullptr));
    std::vector<char> name(static_cast<std::size_t>(length), '?');
    EXPECT_MPI(MPI_Session_get_nth_pset(session_, MPI_INFO_NULL, n, &length, name.data()));
    EXPECT_EQ(name.back(), '\0');
    names.emplace_back(name.data());
    EXPECT_EQ(names.back().size() + 1, static_cast<std::size_t>(length));
  }
  EXPECT_EQ(names, (std::vector<std::string>{kWorld, kSelf}));
}

// The scheme and the authority of a URI are not case-sensitive.
TEST_F(Sessions, FindTheirSetsInAnyCase) {
  for (const char* name : {"mpi://WORLD", "mpi://world", "mpi://World", "MPI://world"}) {
    MPI_Comm comm = comm_of(session_, name, "any case");
    ASSERT_NE(comm, MPI_COMM_NULL) << name;
    EXPECT_EQ(sum_over(comm), size()) << name;
    EXPECT_MPI(MPI_Comm_free(&comm));
  }
  // Ranks may spell it differently.
  MPI_Comm mixed = comm_of(session_, rank() % 2 == 0 ? "mpi://world" : kWorld, "mixed case");
  EXPECT_EQ(sum_over(mixed), size());
  EXPECT_MPI(MPI_Comm_free(&mixed));
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Session_get_pset_info(session_, "mpi://self", &info));
  EXPECT_EQ(text_under(info, "mpi_size"), "1");
  EXPECT_MPI(MPI_Info_free(&info));
  MPI_Group group = MPI_GROUP_NULL;
  EXPECT_CLASS(MPI_Group_from_session_pset(session_, "mpi://worlds", &group), MPI_ERR_ARG);
}

TEST_F(Sessions, CutANameToTheRoomThatThereIs) {
  char name[8] = "???????";
  int length = 5;
  EXPECT_MPI(MPI_Session_get_nth_pset(session_, MPI_INFO_NULL, 0, &length, name));
  EXPECT_STREQ(name, "mpi:");
  EXPECT_EQ(name[5], '?');
  EXPECT_EQ(length, 12);
}

TEST_F(Sessions, TellTheSizeOfASet) {
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Session_get_pset_info(session_, kWorld, &info));
  EXPECT_EQ(text_under(info, "mpi_size"), std::to_string(size()));
  EXPECT_MPI(MPI_Info_free(&info));
  EXPECT_MPI(MPI_Session_get_pset_info(session_, kSelf, &info));
  EXPECT_EQ(text_under(info, "mpi_size"), "1");
  EXPECT_MPI(MPI_Info_free(&info));
}

TEST_F(Sessions, GiveTheGroupOfASet) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  int same = MPI_UNEQUAL;
  EXPECT_MPI(MPI_Group_from_session_pset(session_, kWorld, &all));
  EXPECT_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world));
  EXPECT_MPI(MPI_Group_compare(all, world, &same));
  EXPECT_EQ(same, MPI_IDENT);
  MPI_Group self = MPI_GROUP_NULL;
  int members = 0;
  EXPECT_MPI(MPI_Group_from_session_pset(session_, kSelf, &self));
  EXPECT_MPI(MPI_Group_size(self, &members));
  EXPECT_EQ(members, 1);
  for (MPI_Group* group : {&all, &world, &self}) EXPECT_MPI(MPI_Group_free(group));
}

TEST_F(Sessions, RefuseSetsThatThereAreNot) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Info info = MPI_INFO_NULL;
  char name[32];
  int length = sizeof name;
  EXPECT_CLASS(MPI_Group_from_session_pset(session_, "mpi://NOBODY", &group), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Session_get_pset_info(session_, "", &info), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Session_get_nth_pset(session_, MPI_INFO_NULL, 2, &length, name), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Session_get_nth_pset(session_, MPI_INFO_NULL, -1, &length, name), MPI_ERR_ARG);
  length = -1;
  EXPECT_CLASS(MPI_Session_get_nth_pset(session_, MPI_INFO_NULL, 0, &length, name), MPI_ERR_ARG);
}

TEST_F(Sessions, AreNoSessionsOnceTheyAreOver) {
  MPI_Session over = open();
  MPI_Session stale = over;
  close(&over);
  int sets = 0;
  EXPECT_CLASS(MPI_Session_get_num_psets(stale, MPI_INFO_NULL, &sets), MPI_ERR_SESSION);
  EXPECT_CLASS(MPI_Session_get_num_psets(MPI_SESSION_NULL, MPI_INFO_NULL, &sets), MPI_ERR_SESSION);
  EXPECT_CLASS(MPI_Session_finalize(&stale), MPI_ERR_SESSION);
}

TEST_F(Sessions, EndInAnyOrder) {
  for (int round = 0; round < 3; ++round) {
    MPI_Session several[] = {open(), open(), open()};
    EXPECT_NE(several[0], several[1]);
    close(&several[1]);
    MPI_Comm comm = comm_of(several[2], kWorld, "any order");
    close(&several[0]);
    EXPECT_EQ(sum_over(comm), size());
    EXPECT_MPI(MPI_Comm_free(&comm));
    close(&several[2]);
  }
}

TEST_F(Sessions, TellTheLevelOfThreads) {
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Session_get_info(session_, &info));
  int level = -1;
  EXPECT_MPI(MPI_Query_thread(&level));
  // With a progress thread every call takes the lock; with GPUs and spare processors the library starts one by default.
  const char* const helper = std::getenv("PENSTOCK_PROGRESS_THREAD");
  const std::string_view wanted = helper != nullptr ? helper : "auto";
  const std::string told = text_under(info, "thread_level");
  const bool locked = level == MPI_THREAD_MULTIPLE || wanted == "1" || (wanted == "auto" && told == "MPI_THREAD_MULTIPLE");
  EXPECT_EQ(told, locked ? "MPI_THREAD_MULTIPLE" : "MPI_THREAD_SINGLE");
  EXPECT_MPI(MPI_Info_free(&info));
  MPI_Info hint = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_create(&hint));
  EXPECT_MPI(MPI_Info_set(hint, "thread_level", "MPI_THREAD_FUNNELED"));
  MPI_Session funneled = MPI_SESSION_NULL;
  EXPECT_MPI(MPI_Session_init(hint, MPI_ERRORS_RETURN, &funneled));
  EXPECT_MPI(MPI_Session_get_info(funneled, &info));
  EXPECT_EQ(text_under(info, "thread_level"), "MPI_THREAD_FUNNELED");
  for (MPI_Info* each : {&hint, &info}) EXPECT_MPI(MPI_Info_free(each));
  close(&funneled);
}

TEST_F(Sessions, CommunicatorsCarryMessagesAndCollectives) {
  MPI_Comm comm = comm_of(session_, kWorld, "messages");
  EXPECT_EQ(rank_in(comm), rank());
  EXPECT_EQ(sum_over(comm), size());
  int got = -1;
  const int mine = rank();
  EXPECT_MPI(MPI_Sendrecv(&mine, 1, MPI_INT, next(), 5, &got, 1, MPI_INT, previous(), 5, comm, MPI_STATUS_IGNORE));
  EXPECT_EQ(got, previous());
  MPI_Comm half = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split(comm, rank() % 2, 0, &half));
  EXPECT_EQ(sum_over(half), (size() + 1 - rank() % 2) / 2);
  EXPECT_MPI(MPI_Comm_free(&half));
  EXPECT_MPI(MPI_Comm_free(&comm));
  MPI_Comm self = comm_of(session_, kSelf, "self");
  EXPECT_EQ(sum_over(self), 1);
  EXPECT_MPI(MPI_Comm_free(&self));
}

TEST_F(Sessions, TwoGroupsMeet) {
  if (size() < 2) return;
  MPI_Group all = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Group_from_session_pset(session_, kWorld, &all));
  std::vector<int> sides[2];
  for (int i = 0; i < size(); ++i) sides[i % 2].push_back(i);
  MPI_Group groups[2];
  for (int side : {0, 1})
    EXPECT_MPI(MPI_Group_incl(all, static_cast<int>(sides[side].size()), sides[side].data(), &groups[side]));
  const int mine = rank() % 2;
  MPI_Comm inter = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Intercomm_create_from_groups(groups[mine], 0, groups[1 - mine], 0, "two groups", MPI_INFO_NULL,
                                              MPI_ERRORS_RETURN, &inter));
  EXPECT_EQ(sum_over(inter), static_cast<int>(sides[1 - mine].size()));
  MPI_Comm merged = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Intercomm_merge(inter, mine, &merged));
  EXPECT_EQ(sum_over(merged), size());
  EXPECT_MPI(MPI_Comm_free(&merged));
  EXPECT_MPI(MPI_Comm_free(&inter));
  for (MPI_Group* group : {&groups[0], &groups[1], &all}) EXPECT_MPI(MPI_Group_free(group));
}

// A session's own buffer serves all communicators that are derived from the session, and no others.
TEST_F(Sessions, BufferTheSendsOfTheirCommunicators) {
  std::vector<char> room(1000 + MPI_BSEND_OVERHEAD);
  MPI_Comm comm = comm_of(session_, kWorld, "buffer");
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm other = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(comm, &copy));
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &other));
  const int mine = rank();
  EXPECT_CLASS(MPI_Bsend(&mine, 1, MPI_INT, next(), 0, copy), MPI_ERR_BUFFER);
  EXPECT_MPI(MPI_Session_attach_buffer(session_, room.data(), static_cast<int>(room.size())));
  EXPECT_CLASS(MPI_Session_attach_buffer(session_, room.data(), static_cast<int>(room.size())), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_Bsend(&mine, 1, MPI_INT, next(), 0, other), MPI_ERR_BUFFER);
  EXPECT_MPI(MPI_Bsend(&mine, 1, MPI_INT, next(), 0, copy));
  int got = -1;
  EXPECT_MPI(MPI_Recv(&got, 1, MPI_INT, previous(), 0, copy, MPI_STATUS_IGNORE));
  EXPECT_EQ(got, previous());
  MPI_Request flushed = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Session_flush_buffer(session_));
  EXPECT_MPI(MPI_Session_iflush_buffer(session_, &flushed));
  EXPECT_MPI(MPI_Wait(&flushed, MPI_STATUS_IGNORE));
  void* address = nullptr;
  int bytes = 0;
  EXPECT_MPI(MPI_Session_detach_buffer(session_, static_cast<void*>(&address), &bytes));
  EXPECT_EQ(address, room.data());
  EXPECT_EQ(bytes, static_cast<int>(room.size()));
  for (MPI_Comm* each : {&other, &copy, &comm}) EXPECT_MPI(MPI_Comm_free(each));
}

// Messages in a buffer that is still attached are sent when the session is finalised.
TEST_F(Sessions, FinalizeLetsBufferedSendsLeave) {
  std::vector<char> room(100000 + MPI_BSEND_OVERHEAD);
  MPI_Session brief = open();
  MPI_Comm comm = comm_of(brief, kWorld, "leave");
  EXPECT_MPI(MPI_Session_attach_buffer(brief, room.data(), static_cast<int>(room.size())));
  const auto sent = pattern(100000, rank());
  std::vector<std::uint8_t> got(sent.size());
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Irecv(got.data(), 100000, MPI_BYTE, previous(), 0, comm, &request));
  EXPECT_MPI(MPI_Bsend(sent.data(), 100000, MPI_BYTE, next(), 0, comm));
  close(&brief);
  std::fill(room.begin(), room.end(), 0);
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(got, pattern(100000, previous()));
  EXPECT_MPI(MPI_Comm_free(&comm));
}

struct Heard {
  int times = 0;
  MPI_Session session = MPI_SESSION_NULL;
  int error_class = MPI_SUCCESS;
};
Heard heard;

void hear(MPI_Session* session, int* code, ...) {
  heard = {heard.times + 1, *session, class_of(*code)};
}
void hear_comm(MPI_Comm* /*comm*/, int* /*code*/, ...) {}

TEST_F(Sessions, CallTheirErrorHandler) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Errhandler got = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_Session_create_errhandler(hear, &handler));
  EXPECT_MPI(MPI_Session_set_errhandler(session_, handler));
  EXPECT_MPI(MPI_Session_get_errhandler(session_, &got));
  EXPECT_EQ(got, handler);
  for (MPI_Errhandler* each : {&got, &handler}) EXPECT_MPI(MPI_Errhandler_free(each));
  heard = {};
  MPI_Group group = MPI_GROUP_NULL;
  EXPECT_CLASS(MPI_Group_from_session_pset(session_, "none", &group), MPI_ERR_ARG);
  EXPECT_EQ(heard.times, 1);
  EXPECT_EQ(heard.session, session_);
  EXPECT_EQ(heard.error_class, MPI_ERR_ARG);
  EXPECT_MPI(MPI_Session_call_errhandler(session_, MPI_ERR_OTHER));
  EXPECT_EQ(heard.times, 2);
  EXPECT_EQ(heard.error_class, MPI_ERR_OTHER);
  EXPECT_CLASS(MPI_Session_call_errhandler(session_, -3), MPI_ERR_ARG);
  EXPECT_EQ(heard.times, 3);
}

TEST_F(Sessions, TakeHandlersOfTheirKindAlone) {
  MPI_Errhandler of_comm = MPI_ERRHANDLER_NULL;
  MPI_Errhandler of_session = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_Comm_create_errhandler(hear_comm, &of_comm));
  EXPECT_MPI(MPI_Session_create_errhandler(hear, &of_session));
  EXPECT_CLASS(MPI_Session_set_errhandler(session_, of_comm), MPI_ERR_ERRHANDLER);
  EXPECT_CLASS(MPI_Comm_set_errhandler(MPI_COMM_SELF, of_session), MPI_ERR_ERRHANDLER);
  MPI_Session session = MPI_SESSION_NULL;
  EXPECT_CLASS(MPI_Session_init(MPI_INFO_NULL, of_comm, &session), MPI_ERR_ERRHANDLER);
  EXPECT_EQ(session, MPI_SESSION_NULL);
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Group_from_session_pset(session_, kSelf, &group));
  EXPECT_CLASS(MPI_Comm_create_from_group(group, "kind", MPI_INFO_NULL, of_session, &comm), MPI_ERR_ERRHANDLER);
  EXPECT_MPI(MPI_Group_free(&group));
  for (MPI_Errhandler* each : {&of_comm, &of_session}) EXPECT_MPI(MPI_Errhandler_free(each));
}

}  // namespace
}  // namespace penstock::test
