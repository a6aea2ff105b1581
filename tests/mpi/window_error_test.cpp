// Wrong calls on windows give an error of the right class, and the window works afterwards.
#include "window.hpp"

namespace penstock::test {
namespace {

class WindowErrors : public Mpi {
 protected:
  void TearDown() override {
    // The window still carries data, so nothing is left behind.
    const int mine = 17 * rank();
    EXPECT_MPI(MPI_Win_fence(0, win()));
    EXPECT_MPI(MPI_Put(&mine, 1, MPI_INT, next(), 1, 1, MPI_INT, win()));
    EXPECT_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, win()));
    EXPECT_EQ(window_.base()[1], 17 * previous());
  }
  [[nodiscard]] MPI_Win win() const { return window_.win(); }
  int put(int rank, MPI_Aint place) { return MPI_Put(&value_, 1, MPI_INT, rank, place, 1, MPI_INT, win()); }
  void lock(int rank) { EXPECT_MPI(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win())); }
  void unlock(int rank) { EXPECT_MPI(MPI_Win_unlock(rank, win())); }

  Windowed<int> window_{WindowKind::kAllocate, 4};
  int value_ = 5;
  int old_ = 0;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

TEST_F(WindowErrors, NoEpoch) {
  EXPECT_CLASS(put(0, 0), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Get(&value_, 1, MPI_INT, 0, 0, 1, MPI_INT, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(put(MPI_PROC_NULL, 0), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Accumulate(&value_, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Fetch_and_op(&value_, &old_, MPI_INT, 0, 0, MPI_SUM, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Compare_and_swap(&value_, &value_, &old_, MPI_INT, 0, 0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_unlock(0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_unlock_all(win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_flush(0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_flush_all(win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_flush_local(0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_flush_local_all(win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_complete(win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_wait(win()), MPI_ERR_RMA_SYNC);
  int flag = 0;
  EXPECT_CLASS(MPI_Win_test(win(), &flag), MPI_ERR_RMA_SYNC);
}

TEST_F(WindowErrors, TheWrongEpoch) {
  lock(0);
  EXPECT_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_lock_all(0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_fence(0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_start(MPI_GROUP_EMPTY, 0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_unlock_all(win()), MPI_ERR_RMA_SYNC);
  MPI_Win same = win();
  EXPECT_CLASS(MPI_Win_free(&same), MPI_ERR_RMA_SYNC);
  if (size() > 1) EXPECT_CLASS(put(1, 0), MPI_ERR_RMA_SYNC);
  if (size() > 1) EXPECT_CLASS(MPI_Win_unlock(1, win()), MPI_ERR_RMA_SYNC);
  if (size() > 1) EXPECT_CLASS(MPI_Win_flush(1, win()), MPI_ERR_RMA_SYNC);
  unlock(0);
  EXPECT_MPI(MPI_Win_lock_all(0, win()));
  EXPECT_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_unlock(0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_MPI(MPI_Win_unlock_all(win()));
  EXPECT_MPI(MPI_Win_start(MPI_GROUP_EMPTY, 0, win()));
  EXPECT_CLASS(put(0, 0), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_flush(0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_MPI(MPI_Win_complete(win()));
  EXPECT_MPI(MPI_Win_post(MPI_GROUP_EMPTY, 0, win()));
  EXPECT_CLASS(MPI_Win_post(MPI_GROUP_EMPTY, 0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_MPI(MPI_Win_wait(win()));
  EXPECT_MPI(MPI_Win_fence(0, win()));
  EXPECT_CLASS(MPI_Rput(&value_, 1, MPI_INT, 0, 0, 1, MPI_INT, win(), &request_), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(request_, MPI_REQUEST_NULL);
  EXPECT_MPI(put(next(), 0));
  EXPECT_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win()), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_free(&same), MPI_ERR_RMA_SYNC);
  EXPECT_MPI(MPI_Win_fence(0, win()));
}

TEST_F(WindowErrors, PlacesRanksAndTypes) {
  lock(0);
  EXPECT_CLASS(put(size(), 0), MPI_ERR_RANK);
  EXPECT_CLASS(put(-5, 0), MPI_ERR_RANK);
  EXPECT_CLASS(put(0, 4), MPI_ERR_RMA_RANGE);
  EXPECT_CLASS(put(0, MPI_Aint{1} << 61), MPI_ERR_RMA_RANGE);
  EXPECT_CLASS(put(0, -1), MPI_ERR_DISP);
  EXPECT_CLASS(MPI_Put(&value_, 1, MPI_INT, 0, 0, 5, MPI_INT, win()), MPI_ERR_RMA_RANGE);
  EXPECT_CLASS(MPI_Put(&value_, -1, MPI_INT, 0, 0, 1, MPI_INT, win()), MPI_ERR_COUNT);
  EXPECT_CLASS(MPI_Put(nullptr, 1, MPI_INT, 0, 0, 1, MPI_INT, win()), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_Put(&value_, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win()), MPI_ERR_TYPE);
  EXPECT_CLASS(MPI_Accumulate(&value_, 1, MPI_INT, 0, 0, 1, MPI_FLOAT, MPI_SUM, win()), MPI_ERR_TYPE);
  EXPECT_CLASS(MPI_Accumulate(&value_, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_BAND, win()), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Accumulate(&value_, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win()), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Compare_and_swap(&value_, &value_, &old_, MPI_FLOAT, 0, 0, win()), MPI_ERR_TYPE);
  const MPI_Datatype parts[2] = {MPI_INT, MPI_FLOAT};
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, 4};
  MPI_Datatype mixed = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_create_struct(2, lengths, places, parts, &mixed));
  EXPECT_CLASS(MPI_Put(&value_, 0, mixed, 0, 0, 0, mixed, win()), MPI_ERR_TYPE);  // not committed
  EXPECT_MPI(MPI_Type_commit(&mixed));
  EXPECT_CLASS(MPI_Accumulate(&value_, 1, mixed, 0, 0, 1, mixed, MPI_REPLACE, win()), MPI_ERR_TYPE);
  EXPECT_MPI(MPI_Type_free(&mixed));
  unlock(0);
}

void user_function(void* /*in*/, void* /*inout*/, int* /*count*/, MPI_Datatype* /*type*/) {}

TEST_F(WindowErrors, OperationsOfTheProgramAndOfWindows) {
  MPI_Op op = MPI_OP_NULL;
  EXPECT_MPI(MPI_Op_create(user_function, 1, &op));
  lock(0);
  EXPECT_CLASS(MPI_Accumulate(&value_, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win()), MPI_ERR_OP);
  unlock(0);
  EXPECT_MPI(MPI_Op_free(&op));
  EXPECT_CLASS(MPI_Allreduce(&value_, &old_, 1, MPI_INT, MPI_REPLACE, MPI_COMM_WORLD), MPI_ERR_OP);
}

TEST_F(WindowErrors, LocksAndAssertions) {
  EXPECT_CLASS(MPI_Win_lock(0, 0, 0, win()), MPI_ERR_LOCKTYPE);
  EXPECT_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 1, win()), MPI_ERR_ASSERT);
  EXPECT_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, size(), 0, win()), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Win_lock_all(MPI_MODE_NOPUT, win()), MPI_ERR_ASSERT);
  EXPECT_CLASS(MPI_Win_fence(1, win()), MPI_ERR_ASSERT);
  EXPECT_CLASS(MPI_Win_post(MPI_GROUP_EMPTY, MPI_MODE_NOSUCCEED, win()), MPI_ERR_ASSERT);
  EXPECT_CLASS(MPI_Win_start(MPI_GROUP_EMPTY, MPI_MODE_NOPUT, win()), MPI_ERR_ASSERT);
  EXPECT_CLASS(MPI_Win_start(MPI_GROUP_NULL, 0, win()), MPI_ERR_GROUP);
}

TEST_F(WindowErrors, NullAndFreedHandles) {
  EXPECT_CLASS(MPI_Win_fence(0, MPI_WIN_NULL), MPI_ERR_WIN);
  EXPECT_CLASS(MPI_Put(&value_, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_WIN_NULL), MPI_ERR_WIN);
  MPI_Win null = MPI_WIN_NULL;
  EXPECT_CLASS(MPI_Win_free(&null), MPI_ERR_WIN);
  int* base = nullptr;
  MPI_Win freed = MPI_WIN_NULL;
  EXPECT_MPI(MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &freed));
  MPI_Win stale = freed;
  EXPECT_MPI(MPI_Win_free(&freed));
  EXPECT_EQ(freed, MPI_WIN_NULL);
  EXPECT_CLASS(MPI_Win_fence(0, stale), MPI_ERR_WIN);
}

TEST_F(WindowErrors, OfMakingOne) {
  void* base = nullptr;
  MPI_Win made = MPI_WIN_NULL;
  EXPECT_CLASS(MPI_Win_allocate(-1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &made), MPI_ERR_SIZE);
  EXPECT_CLASS(MPI_Win_allocate(8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &made), MPI_ERR_DISP);
  EXPECT_CLASS(MPI_Win_create(&value_, -4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &made), MPI_ERR_SIZE);
  EXPECT_CLASS(MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_NULL, &base, &made), MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Win_attach(win(), &value_, 4), MPI_ERR_RMA_FLAVOR);
  EXPECT_CLASS(MPI_Win_detach(win(), &value_), MPI_ERR_RMA_FLAVOR);
  // Only one rank requests more memory than exists: all ranks get an error.
  const MPI_Aint bytes = rank() == 0 ? MPI_Aint{1} << 50 : 8;
  EXPECT_CLASS(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &made), MPI_ERR_NO_MEM);
  EXPECT_EQ(made, MPI_WIN_NULL);
}

TEST_F(WindowErrors, NoLocksWhereNoneWereWanted) {
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_create(&info));
  EXPECT_MPI(MPI_Info_set(info, "no_locks", "true"));
  int* base = nullptr;
  MPI_Win made = MPI_WIN_NULL;
  EXPECT_MPI(MPI_Win_allocate(4, 4, info, MPI_COMM_WORLD, &base, &made));
  EXPECT_MPI(MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN));
  EXPECT_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, made), MPI_ERR_RMA_SYNC);
  EXPECT_CLASS(MPI_Win_lock_all(0, made), MPI_ERR_RMA_SYNC);
  EXPECT_MPI(MPI_Win_free(&made));
  EXPECT_MPI(MPI_Info_free(&info));
}

MPI_Win heard_of = MPI_WIN_NULL;
int heard = MPI_SUCCESS;
void hear(MPI_Win* win, int* code, ...) {
  heard_of = *win;
  heard = *code;
}

TEST_F(WindowErrors, HandlersHearOfTheWindow) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_Win_create_errhandler(hear, &handler));
  EXPECT_CLASS(MPI_Comm_set_errhandler(MPI_COMM_SELF, handler), MPI_ERR_ERRHANDLER);
  EXPECT_MPI(MPI_Win_set_errhandler(win(), handler));
  const int code = put(0, 0);
  EXPECT_EQ(class_of(code), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(heard, code);
  EXPECT_EQ(heard_of, win());
  EXPECT_MPI(MPI_Win_call_errhandler(win(), MPI_ERR_OTHER));
  EXPECT_EQ(heard, MPI_ERR_OTHER);
  MPI_Errhandler got = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_Win_get_errhandler(win(), &got));
  EXPECT_EQ(got, handler);
  EXPECT_MPI(MPI_Win_set_errhandler(win(), MPI_ERRORS_RETURN));
  EXPECT_MPI(MPI_Errhandler_free(&got));
  EXPECT_MPI(MPI_Errhandler_free(&handler));
}

TEST_F(WindowErrors, ProcNullDoesNothingWithinAnEpoch) {
  lock(MPI_PROC_NULL);
  EXPECT_MPI(put(MPI_PROC_NULL, 1000));
  EXPECT_MPI(MPI_Accumulate(&value_, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win()));
  EXPECT_MPI(MPI_Fetch_and_op(&value_, &old_, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win()));
  EXPECT_MPI(MPI_Compare_and_swap(&value_, &value_, &old_, MPI_INT, MPI_PROC_NULL, 0, win()));
  EXPECT_EQ(old_, 0);
  EXPECT_MPI(MPI_Win_flush(MPI_PROC_NULL, win()));
  unlock(MPI_PROC_NULL);
}

}  // namespace
}  // namespace penstock::test
