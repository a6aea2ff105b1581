// Statuses: those that a call reads and those that it writes.
#pragma once

#include <cstdint>
#include <cstring>

#include "api/types.hpp"
#include "faces/common/numbers.hpp"

namespace penstock::faces::PENSTOCK_FACE {

// The library keeps the bytes in the first two of its ints, "cancelled" in the third (core/p2p/request.cpp).
inline void read_status(const Status& from, MPI_Status* to) noexcept {
  const std::uint64_t bytes = bytes_of(from);
  to->MPI_SOURCE = rank_in(from.source);
  to->MPI_TAG = tag_in(from.tag);
  to->MPI_ERROR = code_in(from.error);
  std::memcpy(to->MPI_internal, &bytes, sizeof bytes);
  to->MPI_internal[2] = is_cancelled(from) ? 1 : 0;
}

// All but the error, which most calls leave alone.
inline void write_status(const MPI_Status& from, Status* to) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from.MPI_internal, sizeof bytes);
  set_amount(to, bytes, from.MPI_internal[2] != 0);
  to->source = rank_out(from.MPI_SOURCE);
  to->tag = tag_out(from.MPI_TAG);
}

inline void give_status(const MPI_Status& from, Status* to) noexcept {
  if (from.MPI_SOURCE != kUnwritten) write_status(from, to);
  if (from.MPI_ERROR != kUnwritten) to->error = code_out(from.MPI_ERROR);
}

[[nodiscard]] inline bool is_ignored(const Status* status) noexcept {
  return reinterpret_cast<std::intptr_t>(status) == kStatusIgnore || status == nullptr;
}

// For calls that write them later, on a stream.
inline void write_later(void* to, std::size_t index, const MPI_Status& status) noexcept {
  static_assert(kUnwritten == api::LateStatus::kUnwritten);
  give_status(status, static_cast<Status*>(to) + index);
}
[[nodiscard]] inline api::LateStatus late_status(Status* to) noexcept {
  return is_ignored(to) ? api::LateStatus(MPI_STATUS_IGNORE) : api::LateStatus(&write_later, to);
}

class StatusIn {
 public:
  explicit StatusIn(const Status* from) noexcept : ignored_(is_ignored(from)) {
    if (!ignored_) read_status(*from, &ours_);
  }
  operator const MPI_Status*() const noexcept { return ignored_ ? MPI_STATUS_IGNORE : &ours_; }  // NOLINT: an argument

 private:
  bool ignored_;
  MPI_Status ours_;
};

class StatusOut {
 public:
  explicit StatusOut(Status* to) noexcept : to_(to) {
    ours_.MPI_SOURCE = kUnwritten;
    ours_.MPI_ERROR = kUnwritten;
  }
  StatusOut(const StatusOut&) = delete;
  StatusOut& operator=(const StatusOut&) = delete;
  ~StatusOut() {
    if (!is_ignored(to_)) give_status(ours_, to_);
  }
  operator MPI_Status*() noexcept { return is_ignored(to_) ? MPI_STATUS_IGNORE : &ours_; }  // NOLINT: an argument

 private:
  Status* to_;
  MPI_Status ours_;
};

class StatusInOut {
 public:
  explicit StatusInOut(Status* to) noexcept : to_(to) {
    if (!is_ignored(to)) read_status(*to, &ours_);
  }
  StatusInOut(const StatusInOut&) = delete;
  StatusInOut& operator=(const StatusInOut&) = delete;
  ~StatusInOut() {
    if (!is_ignored(to_)) give_status(ours_, to_);
  }
  operator MPI_Status*() noexcept { return is_ignored(to_) ? MPI_STATUS_IGNORE : &ours_; }  // NOLINT: an argument

 private:
  Status* to_;
  MPI_Status ours_;
};

class StatusesOut {
 public:
  StatusesOut(int length, Status* to) : to_(to), size_(is_ignored(to) ? 0 : length_of(length, to)), room_(size_) {
    for (std::size_t i = 0; i < size_; ++i) {
      room_.data()[i].MPI_SOURCE = kUnwritten;
      room_.data()[i].MPI_ERROR = kUnwritten;
    }
  }
  StatusesOut(const StatusesOut&) = delete;
  StatusesOut& operator=(const StatusesOut&) = delete;
  ~StatusesOut() {
    for (std::size_t i = 0; i < size_; ++i) give_status(room_.data()[i], to_ + i);
  }
  operator MPI_Status*() noexcept { return is_ignored(to_) ? MPI_STATUSES_IGNORE : room_.data(); }  // NOLINT: an argument

 private:
  Status* to_;
  std::size_t size_;
  Room<MPI_Status> room_;
};

}  // namespace penstock::faces::PENSTOCK_FACE
