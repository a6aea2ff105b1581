// Handles of the MPICH ABI.
#pragma once

#include <array>
#include <cstdint>
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

inline constexpr Known kNullRequest = kRequests.front();
inline constexpr unsigned kOurs = 1U << 31;            // the sign bit marks a handle of this library's
inline constexpr std::uint64_t kForeign = 1ULL << 32;  // in no handle: the entry says which number it refused

// A table has a row for each value of the low bits, for null handles (bit 30 is 0) and for built-in ones (it is 1).
template <typename Theirs>
[[nodiscard]] inline typename Kind<Theirs>::Ours in(Theirs handle) noexcept {
  using Ours = typename Kind<Theirs>::Ours;
  const auto number = static_cast<unsigned>(handle);
  if constexpr (std::is_same_v<Theirs, Request>) {  // arrays of them are mostly null after a wait
    if (number == static_cast<unsigned>(kNullRequest.theirs))
      return reinterpret_cast<Ours>(static_cast<std::uintptr_t>(kNullRequest.ours));
  }
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

// Serves handles of any kind: the numbers of built-in handles are unique in the standard ABI.
template <typename Theirs, typename Ours>
[[nodiscard]] inline Theirs out(Ours handle) noexcept {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if constexpr (std::is_same_v<Theirs, Request>) {
    if (number == static_cast<std::uintptr_t>(kNullRequest.ours)) return static_cast<Theirs>(kNullRequest.theirs);
  }
  if (number < kBuiltIn.size() && kBuiltIn[number] != 0) return static_cast<Theirs>(kBuiltIn[number]);
  return static_cast<Theirs>(static_cast<unsigned>(number) | kOurs);
}

[[nodiscard]] inline MPI_File in(File file) noexcept {
  return file != nullptr ? file : MPI_FILE_NULL;
}

// A null file is 0 here.
[[nodiscard]] inline File file_out(MPI_File file) noexcept {
  return file != MPI_FILE_NULL ? file : nullptr;
}

class FileOut {
 public:
  explicit FileOut(File* to) noexcept : to_(to), ours_(to != nullptr ? in(*to) : nullptr) {}
  FileOut(const FileOut&) = delete;
  FileOut& operator=(const FileOut&) = delete;
  ~FileOut() {
    if (to_ != nullptr) *to_ = file_out(ours_);
  }
  operator MPI_File*() noexcept { return to_ != nullptr ? &ours_ : nullptr; }  // NOLINT: an argument

 private:
  File* to_;
  MPI_File ours_;
};

// Handles are integers in Fortran, too; files are pointers, of which the library's numbers need 31 bits.
template <typename Theirs>
[[nodiscard]] inline int to_integer(Theirs handle) noexcept {
  if constexpr (std::is_same_v<Theirs, File>) {
    return static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
  } else {
    return static_cast<int>(handle);
  }
}
template <typename Theirs>
[[nodiscard]] inline Theirs from_integer(int integer) noexcept {
  if constexpr (std::is_same_v<Theirs, File>) {
    return reinterpret_cast<File>(static_cast<std::intptr_t>(integer));
  } else {
    return static_cast<Theirs>(integer);
  }
}

// Takes the library's own number as well.
template <typename Theirs>
[[nodiscard]] inline Theirs from_number(int number) noexcept {
  if constexpr (!std::is_same_v<Theirs, File>) {
    const auto ours = reinterpret_cast<std::uintptr_t>(in(static_cast<Theirs>(number)));
    if ((ours & kForeign) != 0) {
      return out<Theirs>(reinterpret_cast<typename Kind<Theirs>::Ours>(static_cast<std::uintptr_t>(number)));
    }
  }
  return from_integer<Theirs>(number);
}

}  // namespace penstock::faces::mpich
