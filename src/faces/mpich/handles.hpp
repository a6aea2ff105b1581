// Handles of the MPICH ABI, single and in arrays.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "faces/mpich/gen/tables.hpp"
#include "faces/mpich/types.hpp"

namespace penstock::faces::mpich {

template <typename Theirs>
struct Kind;
template <>
struct Kind<Comm> {
  using Ours = MPI_Comm;
  static constexpr const auto& kTable = kComms;
};
template <>
struct Kind<Datatype> {
  using Ours = MPI_Datatype;
  static constexpr const auto& kTable = kDatatypes;
};
template <>
struct Kind<Errhandler> {
  using Ours = MPI_Errhandler;
  static constexpr const auto& kTable = kErrhandlers;
};
template <>
struct Kind<Group> {
  using Ours = MPI_Group;
  static constexpr const auto& kTable = kGroups;
};
template <>
struct Kind<Info> {
  using Ours = MPI_Info;
  static constexpr const auto& kTable = kInfos;
};
template <>
struct Kind<Message> {
  using Ours = MPI_Message;
  static constexpr const auto& kTable = kMessages;
};
template <>
struct Kind<Op> {
  using Ours = MPI_Op;
  static constexpr const auto& kTable = kOps;
};
template <>
struct Kind<Request> {
  using Ours = MPI_Request;
  static constexpr const auto& kTable = kRequests;
};
template <>
struct Kind<Session> {
  using Ours = MPI_Session;
  static constexpr const auto& kTable = kSessions;
};
template <>
struct Kind<Win> {
  using Ours = MPI_Win;
  static constexpr const auto& kTable = kWins;
};

inline constexpr unsigned kOurs = 1U << 31;            // the sign bit marks a handle of this library's
inline constexpr std::uint64_t kForeign = 1ULL << 32;  // in no handle: the entry says which number it refused

// A table has a row for each value of the low bits, for null handles (bit 30 is 0) and for built-in ones (it is 1).
template <typename Theirs>
[[nodiscard]] inline typename Kind<Theirs>::Ours in(Theirs handle) noexcept {
  using Ours = typename Kind<Theirs>::Ours;
  const auto number = static_cast<unsigned>(handle);
  if ((number & kOurs) != 0) {
    if constexpr (std::is_same_v<Theirs, Datatype>) {
      const unsigned pair = number - kFirstPair;
      if (pair < kPairs.size()) [[unlikely]]
        return reinterpret_cast<Ours>(static_cast<std::uintptr_t>(kPairs[pair]));
    }
    return reinterpret_cast<Ours>(static_cast<std::uintptr_t>(number & ~kOurs));
  }
  constexpr const auto& table = Kind<Theirs>::kTable;
  constexpr unsigned half = table.size() / 2;
  const Known& row = table[(number >> 30) * half + (number & (half - 1))];
  if (static_cast<unsigned>(row.theirs) != number) [[unlikely]] {
    return reinterpret_cast<Ours>(static_cast<std::uintptr_t>(kForeign | number));
  }
  return reinterpret_cast<Ours>(static_cast<std::uintptr_t>(row.ours));
}

// Of any kind: the numbers of built-in handles are unique in the standard ABI.
template <typename Theirs, typename Ours>
[[nodiscard]] inline Theirs out(Ours handle) noexcept {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if (number < kBuiltIn.size() && kBuiltIn[number] != 0) return static_cast<Theirs>(kBuiltIn[number]);
  return static_cast<Theirs>(static_cast<unsigned>(number) | kOurs);
}

[[nodiscard]] inline MPI_File in(File file) noexcept {
  return file != nullptr ? file : MPI_FILE_NULL;
}

template <typename Theirs>
class HandleOut {
 public:
  explicit HandleOut(Theirs* to) noexcept : to_(to) {}
  HandleOut(const HandleOut&) = delete;
  HandleOut& operator=(const HandleOut&) = delete;
  ~HandleOut() {
    if (to_ != nullptr && ours_ != nullptr) *to_ = out<Theirs>(ours_);
  }
  operator typename Kind<Theirs>::Ours *() noexcept { return to_ != nullptr ? &ours_ : nullptr; }  // NOLINT: an argument

 private:
  Theirs* to_;
  typename Kind<Theirs>::Ours ours_ = nullptr;
};

template <typename Theirs>
class HandleInOut {
 public:
  explicit HandleInOut(Theirs* to) noexcept : to_(to), ours_(to != nullptr ? in(*to) : nullptr), before_(ours_) {}
  HandleInOut(const HandleInOut&) = delete;
  HandleInOut& operator=(const HandleInOut&) = delete;
  ~HandleInOut() {
    if (ours_ != before_) *to_ = out<Theirs>(ours_);
  }
  operator typename Kind<Theirs>::Ours *() noexcept { return to_ != nullptr ? &ours_ : nullptr; }  // NOLINT: an argument

 private:
  Theirs* to_;
  typename Kind<Theirs>::Ours ours_;
  typename Kind<Theirs>::Ours before_;
};

// A null file is 0 here.
class FileOut {
 public:
  explicit FileOut(File* to) noexcept : to_(to), ours_(to != nullptr ? in(*to) : nullptr) {}
  FileOut(const FileOut&) = delete;
  FileOut& operator=(const FileOut&) = delete;
  ~FileOut() {
    if (to_ != nullptr) *to_ = ours_ != MPI_FILE_NULL ? ours_ : nullptr;
  }
  operator MPI_File*() noexcept { return to_ != nullptr ? &ours_ : nullptr; }  // NOLINT: an argument

 private:
  File* to_;
  MPI_File ours_;
};

inline constexpr std::size_t kInline = 64;

// Room for `size` elements, on the stack for the usual numbers.
template <typename T>
class Room {
 public:
  explicit Room(std::size_t size) : heap_(size > kInline ? std::make_unique_for_overwrite<T[]>(size) : nullptr) {}
  [[nodiscard]] T* data() noexcept { return heap_ != nullptr ? heap_.get() : inline_.data(); }

 private:
  std::array<T, kInline> inline_;
  std::unique_ptr<T[]> heap_;
};

// Negative lengths and null arrays are the entry's to refuse.
[[nodiscard]] inline std::size_t length_of(MPI_Count length, const void* array) noexcept {
  return array != nullptr && length > 0 ? static_cast<std::size_t>(length) : 0;
}

template <typename Theirs>
class HandlesIn {
 public:
  HandlesIn(MPI_Count length, const Theirs* from) : null_(from == nullptr), room_(length_of(length, from)) {
    const std::size_t size = length_of(length, from);
    for (std::size_t i = 0; i < size; ++i) room_.data()[i] = in(from[i]);
  }
  operator const typename Kind<Theirs>::Ours *() noexcept { return null_ ? nullptr : room_.data(); }  // NOLINT: an argument

 private:
  bool null_;
  Room<typename Kind<Theirs>::Ours> room_;
};

template <typename Theirs>
class HandlesInOut {
 public:
  HandlesInOut(MPI_Count length, Theirs* to) : to_(to), size_(length_of(length, to)), room_(size_) {
    for (std::size_t i = 0; i < size_; ++i) room_.data()[i] = in(to_[i]);
  }
  HandlesInOut(const HandlesInOut&) = delete;
  HandlesInOut& operator=(const HandlesInOut&) = delete;
  ~HandlesInOut() {
    for (std::size_t i = 0; i < size_; ++i) {
      const auto ours = room_.data()[i];
      if ((reinterpret_cast<std::uintptr_t>(ours) & kForeign) == 0) to_[i] = out<Theirs>(ours);
    }
  }
  operator typename Kind<Theirs>::Ours *() noexcept { return to_ != nullptr ? room_.data() : nullptr; }  // NOLINT: an argument

 private:
  Theirs* to_;
  std::size_t size_;
  Room<typename Kind<Theirs>::Ours> room_;
};

}  // namespace penstock::faces::mpich
