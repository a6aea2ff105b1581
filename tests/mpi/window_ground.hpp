// A window of numbers over memory of any kind, whose contents a test reads between epochs.
#pragma once

#include <memory>
#include <vector>

#include "window.hpp"

namespace penstock::test {

// The numbers are zeros at first. Memory that the application passes in (create, dynamic) is of
// memory_kind(), other memory is host memory.
template <typename T>
class Ground {
 public:
  Ground(WindowKind kind, int count) : kind_(kind), count_(count) {
    const MPI_Aint bytes = static_cast<MPI_Aint>(sizeof(T)) * count;
    const int unit = sizeof(T);
    void* base = nullptr;
    MPI_Info info = MPI_INFO_NULL;
    if (kind == WindowKind::kNoncontiguous) {
      EXPECT_MPI(MPI_Info_create(&info));
      EXPECT_MPI(MPI_Info_set(info, "alloc_shared_noncontig", "true"));
    }
    switch (kind) {
      case WindowKind::kAllocate: EXPECT_MPI(MPI_Win_allocate(bytes, unit, info, MPI_COMM_WORLD, &base, &win_)); break;
      case WindowKind::kNoncontiguous:
      case WindowKind::kShared: EXPECT_MPI(MPI_Win_allocate_shared(bytes, unit, info, MPI_COMM_WORLD, &base, &win_)); break;
      case WindowKind::kCreate:
        own_ = zeros();
        EXPECT_MPI(MPI_Win_create(own_->data(), bytes, unit, info, MPI_COMM_WORLD, &win_));
        break;
      case WindowKind::kDynamic:
        EXPECT_MPI(MPI_Win_create_dynamic(info, MPI_COMM_WORLD, &win_));
        own_ = zeros();
        attach();
        break;
    }
    if (info != MPI_INFO_NULL) EXPECT_MPI(MPI_Info_free(&info));
    base_ = static_cast<T*>(base);
    EXPECT_MPI(MPI_Win_set_errhandler(win_, MPI_ERRORS_RETURN));
  }
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;
  ~Ground() {
    if (kind_ == WindowKind::kDynamic) detach();
    EXPECT_MPI(MPI_Win_free(&win_));
  }

  [[nodiscard]] MPI_Win win() const { return win_; }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] MPI_Aint at(int rank, int index) const {
    if (kind_ != WindowKind::kDynamic) return index;
    return places_[static_cast<std::size_t>(rank)] + static_cast<MPI_Aint>(sizeof(T)) * index;
  }
  [[nodiscard]] std::vector<T> now() const {
    EXPECT_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank(), 0, win_));
    std::vector<T> values = own_ ? own_->get() : std::vector<T>(base_, base_ + count_);
    EXPECT_MPI(MPI_Win_unlock(rank(), win_));
    return values;
  }
  // Moves attached memory elsewhere, with its contents. The new memory is attached before or after the old
  // memory is detached. Collective.
  void move(bool first_the_new) {
    if (kind_ != WindowKind::kDynamic) return;
    std::unique_ptr<Array<T>> old = std::move(own_);
    own_ = zeros();
    own_->set(old->get());
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (!first_the_new) EXPECT_MPI(MPI_Win_detach(win_, old->data()));
    attach();
    if (first_the_new) EXPECT_MPI(MPI_Win_detach(win_, old->data()));
  }

 private:
  [[nodiscard]] std::unique_ptr<Array<T>> zeros() const {
    return std::make_unique<Array<T>>(std::vector<T>(static_cast<std::size_t>(count_)));
  }
  void attach() {
    EXPECT_MPI(MPI_Win_attach(win_, own_->data(), static_cast<MPI_Aint>(sizeof(T)) * count_));
    MPI_Aint mine = 0;
    places_.resize(static_cast<std::size_t>(size()));
    EXPECT_MPI(MPI_Get_address(own_->data(), &mine));
    EXPECT_MPI(MPI_Allgather(&mine, 1, MPI_AINT, places_.data(), 1, MPI_AINT, MPI_COMM_WORLD));
  }
  void detach() {
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Win_detach(win_, own_->data()));
  }

  WindowKind kind_;
  int count_;
  std::unique_ptr<Array<T>> own_;
  T* base_ = nullptr;
  MPI_Win win_ = MPI_WIN_NULL;
  std::vector<MPI_Aint> places_;
};

}  // namespace penstock::test
