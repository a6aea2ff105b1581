#include <array>

#include "planted.hpp"

namespace planted {
namespace {

int mine[4], got[4];

// Each rank has 8 numbers in a window, which `wrong` uses.
template <typename Wrong>
int with_window(const Wrong& wrong) {
  int* memory = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&memory), &window);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  const int code = wrong(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);
  return code;
}
template <typename Wrong>
int fenced(const Wrong& wrong) {
  return with_window([&](MPI_Win window) {
    MPI_Win_fence(0, window);
    const int code = wrong(window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    return code;
  });
}
int put(int target, int place, int count, MPI_Win window) {
  return MPI_Put(mine, count, MPI_INT, target, place, count, MPI_INT, window);
}
int get(int* to, int target, int place, int count, MPI_Win window) {
  return MPI_Get(to, count, MPI_INT, target, place, count, MPI_INT, window);
}
int add(MPI_Op op, int target, int place, MPI_Win window) {
  return MPI_Accumulate(mine, 1, MPI_INT, target, place, 1, MPI_INT, op, window);
}

void set_hint(MPI_Win window, const char* key, const char* value) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, key, value);
  MPI_Win_set_info(window, info);
  MPI_Info_free(&info);
}

int put_put(int rank) {
  return fenced([&](MPI_Win window) {
    if (rank != 0) return MPI_SUCCESS;
    put(1, 0, 2, window);
    return put(1, 1, 2, window);
  });
}
int put_get(int rank) {
  return fenced([&](MPI_Win window) {
    if (rank != 0) return MPI_SUCCESS;
    put(1, 0, 1, window);
    return get(got, 1, 0, 1, window);
  });
}
int put_accumulate(int rank) {
  return fenced([&](MPI_Win window) {
    if (rank != 0) return MPI_SUCCESS;
    add(MPI_SUM, 1, 0, window);
    return put(1, 0, 1, window);
  });
}
int two_operations(int rank) {
  return fenced([&](MPI_Win window) { return add(rank == 0 ? MPI_SUM : MPI_PROD, 1, 0, window); });
}
// Rank 0 has declared that the order of its operations does not matter.
int unordered(int rank) {
  return fenced([&](MPI_Win window) {
    set_hint(window, "accumulate_ordering", "rar,raw,war");
    if (rank != 0) return MPI_SUCCESS;
    add(MPI_SUM, 1, 0, window);
    return add(MPI_PROD, 1, 0, window);
  });
}
// Reads may be combined with every operation, unless the window's hint excludes it.
int read_and_added(int rank, const char* hint) {
  return fenced([&](MPI_Win window) {
    set_hint(window, "accumulate_ops", hint);
    if (rank == 0) return add(MPI_SUM, 1, 0, window);
    return MPI_Get_accumulate(nullptr, 0, MPI_INT, got, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, window);
  });
}
int same_op(int rank) {
  return read_and_added(rank, "same_op");
}
int same_op_no_op(int rank) {
  return read_and_added(rank, "same_op_no_op");
}
int locked(int rank) {
  return with_window([&](MPI_Win window) {
    if (rank != 0) return MPI_SUCCESS;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
    put(1, 0, 1, window);
    get(got, 1, 0, 1, window);
    return MPI_Win_unlock(1, window);
  });
}
int started(int rank) {
  return with_window([&](MPI_Win window) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group peer = MPI_GROUP_NULL;
    const int other = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &other, &peer);
    int code = MPI_SUCCESS;
    if (rank == 0) {
      MPI_Win_start(peer, 0, window);
      put(1, 3, 1, window);
      put(1, 3, 1, window);
      code = MPI_Win_complete(window);
    } else {
      MPI_Win_post(peer, 0, window);
      code = MPI_Win_wait(window);
    }
    MPI_Group_free(&peer);
    MPI_Group_free(&all);
    return code;
  });
}
// Both ranks, the target among them, put to rank 1.
int started_by_two(int rank) {
  return with_window([&](MPI_Win window) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group target = MPI_GROUP_NULL;
    const int one = 1;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &one, &target);
    if (rank == 1) MPI_Win_post(all, 0, window);
    MPI_Win_start(target, 0, window);
    put(1, rank, 2, window);
    int code = MPI_Win_complete(window);
    if (rank == 1) code = MPI_Win_wait(window);
    MPI_Group_free(&target);
    MPI_Group_free(&all);
    return code;
  });
}
int of_two_ranks(int rank) {
  return fenced([&](MPI_Win window) { return put(1, rank, 2, window); });
}
int buffer_used_twice(int rank) {
  return fenced([&](MPI_Win window) {
    if (rank != 0) return MPI_SUCCESS;
    get(got, 1, 0, 2, window);
    return get(got + 1, 1, 4, 2, window);
  });
}
// All of this is allowed: accumulates of one rank in their order, other bytes, a flush between. There is no message.
int apart(int rank) {
  return with_window([&](MPI_Win window) {
    MPI_Win_lock_all(0, window);
    add(MPI_SUM, 1, 0, window);
    add(MPI_SUM, 1, 0, window);
    if (rank == 0) {
      add(MPI_REPLACE, 1, 3, window);
      add(MPI_SUM, 1, 3, window);
      add(MPI_PROD, 1, 3, window);
    }
    put(rank, 1, 1, window);
    put(rank, 2, 1, window);
    MPI_Win_flush(rank, window);
    put(rank, 1, 1, window);
    return MPI_Win_unlock_all(window);
  });
}
int no_epoch(int /*rank*/) {
  return with_window([](MPI_Win window) { return put(0, 0, 1, window); });
}
int outside(int /*rank*/) {
  return fenced([](MPI_Win window) { return put(0, 7, 2, window); });
}
int locked_twice(int rank) {
  return with_window([&](MPI_Win window) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    const int code = MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    MPI_Win_unlock(rank, window);
    return code;
  });
}
int unlocked(int rank) {
  return with_window([&](MPI_Win window) { return MPI_Win_unlock(rank, window); });
}
int lock_unknown(int rank) {
  return with_window([&](MPI_Win window) { return MPI_Win_lock(77, rank, 0, window); });
}
int not_locked(int rank) {
  return with_window([&](MPI_Win window) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    const int code = put(1 - rank, 0, 1, window);
    MPI_Win_unlock(rank, window);
    return code;
  });
}
int assertion(int /*rank*/) {
  return with_window([](MPI_Win window) { return MPI_Win_fence(1 << 20, window); });
}
int precedes(int /*rank*/) {
  return with_window([](MPI_Win window) {
    MPI_Win_fence(0, window);
    put(0, 0, 0, window);
    const int code = MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    return code;
  });
}
int completed(int /*rank*/) {
  return with_window([](MPI_Win window) { return MPI_Win_complete(window); });
}
int waited(int /*rank*/) {
  return with_window([](MPI_Win window) { return MPI_Win_wait(window); });
}
int types(int /*rank*/) {
  return fenced([](MPI_Win window) { return MPI_Accumulate(mine, 1, MPI_INT, 0, 0, 1, MPI_FLOAT, MPI_SUM, window); });
}
int freed_in_epoch(int rank) {
  return with_window([&](MPI_Win window) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    MPI_Win copy = window;
    const int code = MPI_Win_free(&copy);
    MPI_Win_unlock(rank, window);
    return code;
  });
}

constexpr std::array kCases{Case{"win_put_put", put_put},
                            Case{"win_put_get", put_get},
                            Case{"win_put_accumulate", put_accumulate},
                            Case{"win_two_operations", two_operations},
                            Case{"win_unordered", unordered},
                            Case{"win_same_op", same_op},
                            Case{"win_same_op_no_op", same_op_no_op},
                            Case{"win_locked", locked},
                            Case{"win_started", started},
                            Case{"win_started_by_two", started_by_two},
                            Case{"win_of_two_ranks", of_two_ranks},
                            Case{"win_buffer_used_twice", buffer_used_twice},
                            Case{"win_apart", apart},
                            Case{"win_no_epoch", no_epoch},
                            Case{"win_outside", outside},
                            Case{"win_locked_twice", locked_twice},
                            Case{"win_unlocked", unlocked},
                            Case{"win_lock_unknown", lock_unknown},
                            Case{"win_not_locked", not_locked},
                            Case{"win_assertion", assertion},
                            Case{"win_precedes", precedes},
                            Case{"win_completed", completed},
                            Case{"win_waited", waited},
                            Case{"win_types", types},
                            Case{"win_freed_in_epoch", freed_in_epoch}};

}  // namespace

std::span<const Case> windows() {
  return kCases;
}

}  // namespace planted
