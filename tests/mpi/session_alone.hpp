// Programs of sessions: their checks, and the functions that several of them use.
#pragma once

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace session_alone {

inline constexpr const char* kWorld = "mpi://WORLD";
inline constexpr const char* kSelf = "mpi://SELF";

inline void check(bool holds, const char* what, int line) {
  if (holds) return;
  std::fprintf(stderr, "session_alone:%d: %s\n", line, what);
  std::_Exit(3);
}
#define CHECK(what) check((what), #what, __LINE__)
#define CHECK_MPI(call) check((call) == MPI_SUCCESS, #call, __LINE__)

inline MPI_Session open() {
  MPI_Session session = MPI_SESSION_NULL;
  CHECK_MPI(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  CHECK(session != MPI_SESSION_NULL);
  return session;
}

inline void close(MPI_Session* session) {
  CHECK_MPI(MPI_Session_finalize(session));
  CHECK(*session == MPI_SESSION_NULL);
}

inline bool initialized() {
  int flag = -1;
  CHECK_MPI(MPI_Initialized(&flag));
  return flag != 0;
}
inline bool finalized() {
  int flag = -1;
  CHECK_MPI(MPI_Finalized(&flag));
  return flag != 0;
}

inline MPI_Group group_of(MPI_Session session, const char* set) {
  MPI_Group group = MPI_GROUP_NULL;
  CHECK_MPI(MPI_Group_from_session_pset(session, set, &group));
  return group;
}

inline int try_comm(MPI_Session session, const char* set, MPI_Comm* comm) {
  MPI_Group group = group_of(session, set);
  const int code = MPI_Comm_create_from_group(group, "session_alone", MPI_INFO_NULL, MPI_ERRORS_RETURN, comm);
  CHECK_MPI(MPI_Group_free(&group));
  return code;
}

inline int size_in(MPI_Comm comm) {
  int size = 0;
  CHECK_MPI(MPI_Comm_size(comm, &size));
  return size;
}

// Sends short and long messages to all, and makes the sum of all.
inline void use(MPI_Comm comm) {
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

inline void use_world() {
  CHECK_MPI(MPI_Init(nullptr, nullptr));
  CHECK(initialized() && !finalized());
  use(MPI_COMM_WORLD);
}

// session_any_time.cpp
void any_time();
void outlive();

}  // namespace session_alone
