// Windows of every kind, with one interface for tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {

enum class WindowKind : std::uint8_t { kAllocate, kShared, kNoncontiguous, kCreate, kDynamic };
inline constexpr std::array kWindowKinds = {WindowKind::kAllocate, WindowKind::kShared, WindowKind::kNoncontiguous,
                                            WindowKind::kCreate, WindowKind::kDynamic};

inline const char* name_of(WindowKind kind) {
  switch (kind) {
    case WindowKind::kAllocate: return "allocate";
    case WindowKind::kShared: return "shared";
    case WindowKind::kNoncontiguous: return "shared, not contiguous";
    case WindowKind::kCreate: return "create";
    case WindowKind::kDynamic: return "dynamic";
  }
  return "?";
}

// Returns how often a test repeats its body: a tenth of `many` with WINDOW_FEW in the environment.
inline int repeats(int many) {
  static const bool few = std::getenv("WINDOW_FEW") != nullptr;
  return few ? std::max(many / 10, 1) : many;
}

// True if all ranks are on one host: then windows of shared memory can be made.
inline bool on_one_host() {
  MPI_Comm near = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near);
  const bool one = size_of(near) == size();
  MPI_Comm_free(&near);
  return one;
}

// A window over MPI_COMM_WORLD that returns errors, with `count` elements of each rank, zeros at first. Collective.
template <typename T>
class Windowed {
 public:
  Windowed(WindowKind kind, int count) : kind_(kind), count_(count), own_(static_cast<std::size_t>(count)) {
    const MPI_Aint bytes = static_cast<MPI_Aint>(sizeof(T)) * count;
    const int unit = sizeof(T);
    MPI_Info info = MPI_INFO_NULL;
    void* base = own_.data();
    switch (kind) {
      case WindowKind::kAllocate: EXPECT_MPI(MPI_Win_allocate(bytes, unit, info, MPI_COMM_WORLD, &base, &win_)); break;
      case WindowKind::kNoncontiguous:
        EXPECT_MPI(MPI_Info_create(&info));
        EXPECT_MPI(MPI_Info_set(info, "alloc_shared_noncontig", "true"));
        [[fallthrough]];
      case WindowKind::kShared: EXPECT_MPI(MPI_Win_allocate_shared(bytes, unit, info, MPI_COMM_WORLD, &base, &win_)); break;
      case WindowKind::kCreate: EXPECT_MPI(MPI_Win_create(base, bytes, unit, info, MPI_COMM_WORLD, &win_)); break;
      case WindowKind::kDynamic:
        EXPECT_MPI(MPI_Win_create_dynamic(info, MPI_COMM_WORLD, &win_));
        EXPECT_MPI(MPI_Win_attach(win_, base, bytes));
        break;
    }
    if (info != MPI_INFO_NULL) EXPECT_MPI(MPI_Info_free(&info));
    base_ = static_cast<T*>(base);
    EXPECT_MPI(MPI_Win_set_errhandler(win_, MPI_ERRORS_RETURN));
    MPI_Aint mine = 0;
    places_.resize(static_cast<std::size_t>(size()));
    EXPECT_MPI(MPI_Get_address(base_, &mine));
    EXPECT_MPI(MPI_Allgather(&mine, 1, MPI_AINT, places_.data(), 1, MPI_AINT, MPI_COMM_WORLD));
  }
  Windowed(const Windowed&) = delete;
  Windowed& operator=(const Windowed&) = delete;
  ~Windowed() {
    if (kind_ == WindowKind::kDynamic) {
      MPI_Barrier(MPI_COMM_WORLD);
      EXPECT_MPI(MPI_Win_detach(win_, base_));
    }
    EXPECT_MPI(MPI_Win_free(&win_));
  }

  [[nodiscard]] MPI_Win win() const { return win_; }
  [[nodiscard]] T* base() const { return base_; }
  [[nodiscard]] int count() const { return count_; }
  // Returns the displacement of a rank's element.
  [[nodiscard]] MPI_Aint at(int rank, int index) const {
    if (kind_ != WindowKind::kDynamic) return index;
    return places_[static_cast<std::size_t>(rank)] + static_cast<MPI_Aint>(sizeof(T)) * index;
  }
  // Returns this rank's present memory, read within an exclusive lock.
  [[nodiscard]] std::vector<T> now() const {
    EXPECT_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank(), 0, win_));
    std::vector<T> values(base_, base_ + count_);
    EXPECT_MPI(MPI_Win_unlock(rank(), win_));
    return values;
  }

 private:
  WindowKind kind_;
  int count_;
  std::vector<T> own_;
  T* base_ = nullptr;
  MPI_Win win_ = MPI_WIN_NULL;
  std::vector<MPI_Aint> places_;
};

// Calls the body with every kind in turn, or with those that several hosts can have.
template <typename Body>
void on_every_window(Body body) {
  const bool one = on_one_host();
  for (const WindowKind kind : kWindowKinds) {
    if (!one && (kind == WindowKind::kShared || kind == WindowKind::kNoncontiguous)) continue;
    SCOPED_TRACE(name_of(kind));
    body(kind);
  }
}

}  // namespace penstock::test
