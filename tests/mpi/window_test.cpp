// Windows: making them, their memory and attributes, put and get under every synchronization.
#include <algorithm>
#include <numeric>

#include "window.hpp"

namespace penstock::test {
namespace {

class Windows : public Mpi {};
using Ints = Windowed<int>;

TEST_F(Windows, AttributesTellWhatWasAskedFor) {
  on_every_window([](WindowKind kind) {
    const Ints window(kind, 10);
    const auto get = [&](int key) {
      void* value = nullptr;
      int flag = 0;
      EXPECT_MPI(MPI_Win_get_attr(window.win(), key, static_cast<void*>(&value), &flag));
      EXPECT_EQ(flag, 1);
      return value;
    };
    const bool dynamic = kind == WindowKind::kDynamic;
    EXPECT_EQ(get(MPI_WIN_BASE), dynamic ? MPI_BOTTOM : window.base());
    EXPECT_EQ(*static_cast<MPI_Aint*>(get(MPI_WIN_SIZE)), dynamic ? 0 : 40);
    EXPECT_EQ(*static_cast<int*>(get(MPI_WIN_DISP_UNIT)), dynamic ? 1 : 4);
    EXPECT_EQ(*static_cast<int*>(get(MPI_WIN_MODEL)), MPI_WIN_UNIFIED);
    const int flavor = *static_cast<int*>(get(MPI_WIN_CREATE_FLAVOR));
    EXPECT_EQ(flavor, dynamic                         ? MPI_WIN_FLAVOR_DYNAMIC
                      : kind == WindowKind::kCreate   ? MPI_WIN_FLAVOR_CREATE
                      : kind == WindowKind::kAllocate ? MPI_WIN_FLAVOR_ALLOCATE
                                                      : MPI_WIN_FLAVOR_SHARED);
    EXPECT_CLASS(MPI_Win_set_attr(window.win(), MPI_WIN_BASE, nullptr), MPI_ERR_KEYVAL);
  });
}

TEST_F(Windows, MemoryIsAlignedAndThereAtSizeNought) {
  for (const MPI_Aint bytes : {0, 1, 64, 100000}) {
    void* base = nullptr;
    MPI_Win win = MPI_WIN_NULL;
    EXPECT_MPI(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    EXPECT_NE(base, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(base) % 64, 0U);
    EXPECT_MPI(MPI_Win_free(&win));
  }
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_create(&info));
  EXPECT_MPI(MPI_Info_set(info, "mpi_minimum_memory_alignment", "65536"));
  void* base = nullptr;
  MPI_Win win = MPI_WIN_NULL;
  EXPECT_MPI(MPI_Win_allocate(8, 8, info, MPI_COMM_WORLD, &base, &win));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(base) % 65536, 0U);
  const std::int64_t mine = rank() + 1;
  EXPECT_MPI(MPI_Win_fence(0, win));
  EXPECT_MPI(MPI_Put(&mine, 1, MPI_INT64_T, next(), 0, 1, MPI_INT64_T, win));
  EXPECT_MPI(MPI_Win_fence(0, win));
  EXPECT_EQ(*static_cast<std::int64_t*>(base), previous() + 1);
  EXPECT_MPI(MPI_Win_free(&win));
  EXPECT_MPI(MPI_Info_free(&info));
}

TEST_F(Windows, SharedMemoryIsContiguousInOrderOfRanks) {
  if (!on_one_host()) GTEST_SKIP() << "ranks are on several hosts";
  // Sizes are odd, and every third rank has none.
  const auto bytes_of = [](int rank) { return rank % 3 == 1 ? MPI_Aint{0} : MPI_Aint{7} * (rank + 1); };
  char* base = nullptr;
  MPI_Win win = MPI_WIN_NULL;
  EXPECT_MPI(MPI_Win_allocate_shared(bytes_of(rank()), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
  char* first = nullptr;
  MPI_Aint bytes = -1;
  int unit = 0;
  EXPECT_MPI(MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &first));
  EXPECT_EQ(bytes, bytes_of(0));
  MPI_Aint offset = 0;
  for (int peer = 0; peer < size(); ++peer) {
    char* theirs = nullptr;
    EXPECT_MPI(MPI_Win_shared_query(win, peer, &bytes, &unit, &theirs));
    EXPECT_EQ(bytes, bytes_of(peer));
    EXPECT_EQ(unit, 1);
    EXPECT_EQ(theirs, first + offset) << "rank " << peer;
    offset += bytes;
  }
  EXPECT_MPI(MPI_Win_lock_all(0, win));
  std::fill_n(base, bytes_of(rank()), static_cast<char>('a' + rank()));
  EXPECT_MPI(MPI_Win_sync(win));
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Win_sync(win));
  char* at = first;
  for (int peer = 0; peer < size(); ++peer) {
    for (MPI_Aint i = 0; i < bytes_of(peer); ++i) EXPECT_EQ(*at++, static_cast<char>('a' + peer));
  }
  EXPECT_MPI(MPI_Win_unlock_all(win));
  EXPECT_MPI(MPI_Win_free(&win));
}

TEST_F(Windows, SharedQueryOfOtherKinds) {
  if (!on_one_host()) GTEST_SKIP() << "ranks are on several hosts";
  for (const WindowKind kind : {WindowKind::kNoncontiguous, WindowKind::kAllocate}) {
    const Ints window(kind, 4);
    for (int i = 0; i < 4; ++i) window.base()[i] = 10 * rank() + i;
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    MPI_Aint bytes = 0;
    int unit = 0;
    int* theirs = nullptr;
    EXPECT_MPI(MPI_Win_shared_query(window.win(), next(), &bytes, &unit, &theirs));
    ASSERT_NE(theirs, nullptr);
    EXPECT_EQ(bytes, 16);
    EXPECT_EQ(unit, 4);
    EXPECT_EQ(theirs[3], 10 * next() + 3);
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  const Ints dynamic(WindowKind::kDynamic, 1);
  MPI_Aint bytes = 0;
  int unit = 0;
  void* base = nullptr;
  EXPECT_CLASS(MPI_Win_shared_query(dynamic.win(), 0, &bytes, &unit, &base), MPI_ERR_RMA_FLAVOR);
}

TEST_F(Windows, FencesCarryPutsAndGets) {
  on_every_window([](WindowKind kind) {
    const Ints window(kind, 8);
    for (int round = 0; round < 20; ++round) {
      const int mine = 100 * round + rank();
      EXPECT_MPI(MPI_Win_fence(round == 0 ? MPI_MODE_NOPRECEDE : 0, window.win()));
      EXPECT_MPI(MPI_Put(&mine, 1, MPI_INT, next(), window.at(next(), 3), 1, MPI_INT, window.win()));
      EXPECT_MPI(MPI_Win_fence(0, window.win()));
      EXPECT_EQ(window.base()[3], 100 * round + previous());
      int got = -1;
      EXPECT_MPI(MPI_Get(&got, 1, MPI_INT, next(), window.at(next(), 3), 1, MPI_INT, window.win()));
      EXPECT_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, window.win()));
      EXPECT_EQ(got, 100 * round + rank());
    }
  });
}

TEST_F(Windows, GroupsPostStartCompleteAndWait) {
  on_every_window([](WindowKind kind) {
    const Ints window(kind, 8);
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group to = MPI_GROUP_NULL;
    MPI_Group from = MPI_GROUP_NULL;
    EXPECT_MPI(MPI_Win_get_group(window.win(), &all));
    const int target = next();
    const int origin = previous();
    EXPECT_MPI(MPI_Group_incl(all, 1, &target, &to));
    EXPECT_MPI(MPI_Group_incl(all, 1, &origin, &from));
    for (int round = 0; round < 100; ++round) {
      const int mine = 1000 * round + rank();
      EXPECT_MPI(MPI_Win_post(from, 0, window.win()));
      EXPECT_MPI(MPI_Win_start(to, 0, window.win()));
      EXPECT_MPI(MPI_Put(&mine, 1, MPI_INT, target, window.at(target, round % 8), 1, MPI_INT, window.win()));
      EXPECT_MPI(MPI_Win_complete(window.win()));
      if (round % 2 == 0) {
        EXPECT_MPI(MPI_Win_wait(window.win()));
      } else {
        for (int over = 0; over == 0;) EXPECT_MPI(MPI_Win_test(window.win(), &over));
      }
      EXPECT_EQ(window.base()[round % 8], 1000 * round + origin);
    }
    // No rank accesses any other.
    EXPECT_MPI(MPI_Win_post(MPI_GROUP_EMPTY, 0, window.win()));
    EXPECT_MPI(MPI_Win_start(MPI_GROUP_EMPTY, 0, window.win()));
    EXPECT_MPI(MPI_Win_complete(window.win()));
    EXPECT_MPI(MPI_Win_wait(window.win()));
    for (MPI_Group* group : {&all, &to, &from}) EXPECT_MPI(MPI_Group_free(group));
  });
}

TEST_F(Windows, LocksAndFlushes) {
  on_every_window([](WindowKind kind) {
    const Ints window(kind, 64);
    for (const int type : {MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED}) {
      for (int peer = 0; peer < size(); ++peer) {
        const int mine = 7 * rank() + type;
        int got = -1;
        const MPI_Aint place = window.at(peer, rank() % 64);
        EXPECT_MPI(MPI_Win_lock(type, peer, 0, window.win()));
        EXPECT_MPI(MPI_Put(&mine, 1, MPI_INT, peer, place, 1, MPI_INT, window.win()));
        EXPECT_MPI(MPI_Win_flush(peer, window.win()));
        EXPECT_MPI(MPI_Get(&got, 1, MPI_INT, peer, place, 1, MPI_INT, window.win()));
        EXPECT_MPI(MPI_Win_flush_local(peer, window.win()));
        EXPECT_EQ(got, mine);
        EXPECT_MPI(MPI_Win_unlock(peer, window.win()));
      }
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, window.win()));
    std::vector<int> got(static_cast<std::size_t>(size()), -1);
    for (int peer = 0; peer < size(); ++peer) {
      EXPECT_MPI(MPI_Get(&got[static_cast<std::size_t>(peer)], 1, MPI_INT, peer, window.at(peer, next() % 64), 1, MPI_INT,
                         window.win()));
    }
    EXPECT_MPI(MPI_Win_flush_local_all(window.win()));
    for (const int each : got) EXPECT_EQ(each, 7 * next() + MPI_LOCK_SHARED);
    EXPECT_MPI(MPI_Win_flush_all(window.win()));
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
  });
}

TEST_F(Windows, RequestsOfOperations) {
  on_every_window([](WindowKind kind) {
    constexpr int kCount = 5000;
    const Ints window(kind, kCount);
    std::vector<int> out(kCount);
    std::iota(out.begin(), out.end(), 10000 * rank());
    std::vector<int> in(kCount, -1);
    MPI_Request requests[2];
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    const MPI_Aint place = window.at(next(), 0);
    EXPECT_MPI(MPI_Rput(out.data(), kCount, MPI_INT, next(), place, kCount, MPI_INT, window.win(), &requests[0]));
    MPI_Status status;
    EXPECT_MPI(MPI_Wait(&requests[0], &status));
    EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
    EXPECT_MPI(MPI_Win_flush(next(), window.win()));
    EXPECT_MPI(MPI_Rget(in.data(), kCount, MPI_INT, next(), place, kCount, MPI_INT, window.win(), &requests[0]));
    EXPECT_MPI(MPI_Rput(out.data(), 0, MPI_INT, MPI_PROC_NULL, 0, 0, MPI_INT, window.win(), &requests[1]));
    EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    EXPECT_EQ(in, out);
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
  });
}

TEST_F(Windows, DerivedTypesOnBothSides) {
  on_every_window([](WindowKind kind) {
    const Ints window(kind, 64);
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Datatype pieces = MPI_DATATYPE_NULL;
    EXPECT_MPI(MPI_Type_vector(8, 1, 8, MPI_INT, &column));
    const int lengths[3] = {1, 3, 4};
    const int places[3] = {20, 0, 9};
    EXPECT_MPI(MPI_Type_indexed(3, lengths, places, MPI_INT, &pieces));
    EXPECT_MPI(MPI_Type_commit(&column));
    EXPECT_MPI(MPI_Type_commit(&pieces));
    std::vector<int> mine(64);
    std::iota(mine.begin(), mine.end(), 100 * rank());
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    EXPECT_MPI(MPI_Put(mine.data(), 1, pieces, next(), window.at(next(), 2), 1, column, window.win()));
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    const int order[8] = {20, 0, 1, 2, 9, 10, 11, 12};
    for (int i = 0; i < 8; ++i) EXPECT_EQ(window.base()[2 + 8 * i], 100 * previous() + order[i]);
    std::vector<int> back(64, -1);
    EXPECT_MPI(MPI_Get(back.data(), 1, pieces, next(), window.at(next(), 2), 1, column, window.win()));
    EXPECT_MPI(MPI_Type_free(&column));  // the operation keeps it
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    for (const int place : order) EXPECT_EQ(back[static_cast<std::size_t>(place)], 100 * rank() + place);
    EXPECT_MPI(MPI_Type_free(&pieces));
  });
}

TEST_F(Windows, NamesGroupsHints) {
  const Ints window(WindowKind::kAllocate, 1);
  char name[MPI_MAX_OBJECT_NAME] = "x";
  int length = -1;
  EXPECT_MPI(MPI_Win_get_name(window.win(), name, &length));
  EXPECT_EQ(length, 0);
  EXPECT_MPI(MPI_Win_set_name(window.win(), "pool"));
  EXPECT_MPI(MPI_Win_get_name(window.win(), name, &length));
  EXPECT_STREQ(name, "pool");
  EXPECT_MPI(MPI_Win_get_name(MPI_WIN_NULL, name, &length));
  EXPECT_STREQ(name, "MPI_WIN_NULL");
  MPI_Group mine = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  int same = -1;
  EXPECT_MPI(MPI_Win_get_group(window.win(), &mine));
  EXPECT_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world));
  EXPECT_MPI(MPI_Group_compare(mine, world, &same));
  EXPECT_EQ(same, MPI_IDENT);
  EXPECT_MPI(MPI_Group_free(&mine));
  EXPECT_MPI(MPI_Group_free(&world));
  const auto value_of = [&](const char* key) {
    MPI_Info info = MPI_INFO_NULL;
    EXPECT_MPI(MPI_Win_get_info(window.win(), &info));
    char value[MPI_MAX_INFO_VAL] = "";
    int room = sizeof value;
    int flag = 0;
    EXPECT_MPI(MPI_Info_get_string(info, key, &room, value, &flag));
    EXPECT_MPI(MPI_Info_free(&info));
    return flag != 0 ? std::string(value) : "none";
  };
  EXPECT_EQ(value_of("no_locks"), "false");
  EXPECT_EQ(value_of("accumulate_ordering"), "rar,raw,war,waw");
  EXPECT_EQ(value_of("accumulate_ops"), "same_op_no_op");
  EXPECT_EQ(value_of("same_size"), "false");
  EXPECT_NE(value_of("mpi_memory_alloc_kinds").find("system"), std::string::npos);
  MPI_Info hints = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_create(&hints));
  EXPECT_MPI(MPI_Info_set(hints, "accumulate_ordering", "none"));
  EXPECT_MPI(MPI_Info_set(hints, "accumulate_ops", "nonsense"));
  EXPECT_MPI(MPI_Info_set(hints, "same_disp_unit", "true"));
  EXPECT_MPI(MPI_Win_set_info(window.win(), hints));
  EXPECT_EQ(value_of("accumulate_ordering"), "none");
  EXPECT_EQ(value_of("accumulate_ops"), "same_op_no_op") << "a value that means nothing is ignored";
  EXPECT_EQ(value_of("same_disp_unit"), "true");
  constexpr const char* kAsserted = "mpi_assert_memory_alloc_kinds";
  EXPECT_EQ(value_of(kAsserted), "none");
  for (const char* kinds : {",", "marble", "system,cuda:marble", "cuda:alloc_mem", "system,,mpi"}) {
    EXPECT_MPI(MPI_Info_set(hints, kAsserted, kinds));
    EXPECT_MPI(MPI_Win_set_info(window.win(), hints));
    EXPECT_EQ(value_of(kAsserted), "none") << kinds;
  }
  for (const char* kinds : {"system", "cuda:device,mpi:alloc_mem:win_allocate", "system,cuda,mpi,cuda:host:managed"}) {
    EXPECT_MPI(MPI_Info_set(hints, kAsserted, kinds));
    EXPECT_MPI(MPI_Win_set_info(window.win(), hints));
    EXPECT_EQ(value_of(kAsserted), kinds);
  }
  EXPECT_MPI(MPI_Info_free(&hints));
}

int keep(MPI_Win /*win*/, int /*key*/, void* value, void* state) {
  static_cast<std::vector<int>*>(state)->push_back(*static_cast<int*>(value));
  return MPI_SUCCESS;
}

TEST_F(Windows, KeysAndTheirFunctions) {
  std::vector<int> deleted;
  int key = MPI_KEYVAL_INVALID;
  EXPECT_MPI(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, keep, &key, &deleted));
  int values[2] = {1, 2};
  {
    const Ints window(WindowKind::kAllocate, 1);
    int* got = nullptr;
    int flag = -1;
    EXPECT_MPI(MPI_Win_get_attr(window.win(), key, static_cast<void*>(&got), &flag));
    EXPECT_EQ(flag, 0);
    EXPECT_MPI(MPI_Win_set_attr(window.win(), key, &values[0]));
    EXPECT_MPI(MPI_Win_get_attr(window.win(), key, static_cast<void*>(&got), &flag));
    EXPECT_EQ(got, &values[0]);
    EXPECT_MPI(MPI_Win_delete_attr(window.win(), key));
    EXPECT_CLASS(MPI_Win_delete_attr(window.win(), key), MPI_ERR_KEYVAL);
    EXPECT_MPI(MPI_Win_set_attr(window.win(), key, &values[1]));
    EXPECT_CLASS(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), MPI_ERR_KEYVAL);
  }
  EXPECT_EQ(deleted, (std::vector<int>{1, 2})) << "freeing the window deletes what it has";
  EXPECT_MPI(MPI_Win_free_keyval(&key));
  EXPECT_EQ(key, MPI_KEYVAL_INVALID);
}

TEST_F(Windows, AttachedMemoryComesAndGoes) {
  MPI_Win win = MPI_WIN_NULL;
  EXPECT_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  EXPECT_MPI(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
  // There are more pieces than the table has rows for at first, in two turns with other memory.
  constexpr int kPieces = 100;
  std::vector<std::vector<int>> pieces(kPieces, std::vector<int>(3));
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<MPI_Aint> mine(kPieces);
    for (int i = 0; i < kPieces; ++i) {
      std::vector<int>& piece = pieces[static_cast<std::size_t>(i)];
      piece.assign(3 + static_cast<std::size_t>(turn), 0);
      EXPECT_MPI(MPI_Win_attach(win, piece.data(), static_cast<MPI_Aint>(piece.size() * sizeof(int))));
      EXPECT_MPI(MPI_Get_address(piece.data(), &mine[static_cast<std::size_t>(i)]));
    }
    EXPECT_CLASS(MPI_Win_attach(win, pieces[5].data() + 1, 4), MPI_ERR_RMA_ATTACH);
    std::vector<MPI_Aint> theirs(kPieces);
    EXPECT_MPI(MPI_Sendrecv(mine.data(), kPieces, MPI_AINT, previous(), 0, theirs.data(), kPieces, MPI_AINT, next(), 0,
                            MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Win_fence(0, win));
    std::vector<int> values(kPieces);
    for (int i = 0; i < kPieces; ++i) {
      int& value = values[static_cast<std::size_t>(i)];
      value = 1000 * rank() + i;
      EXPECT_MPI(MPI_Put(&value, 1, MPI_INT, next(), theirs[static_cast<std::size_t>(i)] + 8, 1, MPI_INT, win));
    }
    EXPECT_MPI(MPI_Win_fence(0, win));
    for (int i = 0; i < kPieces; ++i) EXPECT_EQ(pieces[static_cast<std::size_t>(i)][2], 1000 * previous() + i);
    for (int i = 0; i < kPieces; ++i)
      EXPECT_MPI(MPI_Win_detach(win, pieces[static_cast<std::size_t>((i * 37) % kPieces)].data()));
    EXPECT_CLASS(MPI_Win_detach(win, pieces[0].data()), MPI_ERR_RMA_ATTACH);
    EXPECT_MPI(MPI_Win_fence(0, win));
    const int value = 1;
    EXPECT_CLASS(MPI_Put(&value, 1, MPI_INT, next(), theirs[0], 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    EXPECT_MPI(MPI_Win_fence(0, win));
  }
  EXPECT_MPI(MPI_Win_free(&win));
}

TEST_F(Windows, MemoryOfAllocMemIsGoodForWindows) {
  int* base = nullptr;
  EXPECT_MPI(MPI_Alloc_mem(64, MPI_INFO_NULL, &base));
  std::fill_n(base, 16, -1);
  MPI_Win win = MPI_WIN_NULL;
  EXPECT_MPI(MPI_Win_create(base, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  const int mine = rank();
  EXPECT_MPI(MPI_Win_fence(0, win));
  EXPECT_MPI(MPI_Put(&mine, 1, MPI_INT, next(), 15, 1, MPI_INT, win));
  EXPECT_MPI(MPI_Win_fence(0, win));
  EXPECT_EQ(base[15], previous());
  EXPECT_MPI(MPI_Win_free(&win));
  EXPECT_MPI(MPI_Free_mem(base));
}

TEST_F(Windows, ManyAtATime) {
  std::vector<MPI_Win> windows(50);
  std::vector<int*> bases(50);
  std::vector<int> values(50);
  for (std::size_t i = 0; i < windows.size(); ++i) {
    EXPECT_MPI(MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &bases[i], &windows[i]));
    EXPECT_MPI(MPI_Win_fence(0, windows[i]));
  }
  for (std::size_t i = 0; i < windows.size(); ++i) {
    values[i] = static_cast<int>(i) + rank();
    EXPECT_MPI(MPI_Put(&values[i], 1, MPI_INT, next(), 0, 1, MPI_INT, windows[i]));
  }
  for (std::size_t i = 0; i < windows.size(); ++i) {
    EXPECT_MPI(MPI_Win_fence(0, windows[i]));
    EXPECT_EQ(*bases[i], static_cast<int>(i) + previous());
    EXPECT_MPI(MPI_Win_free(&windows[i]));
  }
}

}  // namespace
}  // namespace penstock::test
