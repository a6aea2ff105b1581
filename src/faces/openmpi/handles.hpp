// Handles of the Open MPI ABI.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "faces/openmpi/gen/tables.hpp"
#include "faces/openmpi/objects.hpp"
#include "faces/openmpi/types.hpp"

namespace penstock::faces::openmpi {

template <typename Theirs>
struct Kind;
template <>
struct Kind<Comm> {
  using Ours = MPI_Comm;
  static constexpr const auto& kIntegers = kCommIntegers;
};
template <>
struct Kind<Datatype> {
  using Ours = MPI_Datatype;
  static constexpr const auto& kIntegers = kDatatypeIntegers;
};
template <>
struct Kind<Errhandler> {
  using Ours = MPI_Errhandler;
  static constexpr const auto& kIntegers = kErrhandlerIntegers;
};
template <>
struct Kind<File> {
  using Ours = MPI_File;
  static constexpr const auto& kIntegers = kFileIntegers;
};
template <>
struct Kind<Group> {
  using Ours = MPI_Group;
  static constexpr const auto& kIntegers = kGroupIntegers;
};
template <>
struct Kind<Info> {
  using Ours = MPI_Info;
  static constexpr const auto& kIntegers = kInfoIntegers;
};
template <>
struct Kind<Message> {
  using Ours = MPI_Message;
  static constexpr const auto& kIntegers = kMessageIntegers;
};
template <>
struct Kind<Op> {
  using Ours = MPI_Op;
  static constexpr const auto& kIntegers = kOpIntegers;
};
template <>
struct Kind<Request> {
  using Ours = MPI_Request;
  static constexpr const auto& kIntegers = kRequestIntegers;
};
template <>
struct Kind<Session> {
  using Ours = MPI_Session;
  static constexpr const auto& kIntegers = kSessionIntegers;
};
template <>
struct Kind<Win> {
  using Ours = MPI_Win;
  static constexpr const auto& kIntegers = kWinIntegers;
};

inline constexpr std::uint64_t kForeign = 1ULL << 32;  // in no handle: the entry says which number it refused

inline constexpr auto kNullRequest = static_cast<std::uintptr_t>(kRequestIntegers.front());

// No object lies so low, nor where no 8-byte word can: null, and handles of the standard ABI.
[[nodiscard]] inline bool is_no_object(std::uintptr_t address) noexcept {
  return address < 0x1000 || (address & 7) != 0;
}

// MPICH's handles are integers, of which those that are even multiples of 8 could be taken for addresses: 1 GiB or more, at the
// beginning of 16 MiB, where a program at fixed addresses has no object.
inline constexpr std::uint64_t kOfMpich = 1ULL << 33;
[[nodiscard]] inline bool is_of_mpich(std::uintptr_t address) noexcept {
  return address >> 30 != 0 && address >> 32 == 0 && (address & 0x00fff000) == 0;
}

// Handles of this library's are odd; the others are addresses of objects, or of a program's copies of them.
template <typename Theirs>
[[nodiscard]] inline typename Kind<Theirs>::Ours in(Theirs handle) noexcept {
  using Ours = typename Kind<Theirs>::Ours;
  const auto address = reinterpret_cast<std::uintptr_t>(handle);
  if constexpr (std::is_same_v<Theirs, Request>) {  // arrays of them are mostly null after a wait
    if (handle == kAddresses[kNullRequest]) return reinterpret_cast<Ours>(kNullRequest);
  }
  if ((address & 1) != 0) return reinterpret_cast<Ours>(address >> 1);
  if (is_no_object(address)) [[unlikely]]
    return reinterpret_cast<Ours>(kForeign | address);
  if (is_of_mpich(address)) [[unlikely]]
    return reinterpret_cast<Ours>(kForeign | kOfMpich | address);
  return reinterpret_cast<Ours>(*reinterpret_cast<const std::uintptr_t*>(address));
}

// Serves handles of any kind: the numbers of built-in handles are unique in the standard ABI.
template <typename Theirs, typename Ours>
[[nodiscard]] inline Theirs out(Ours handle) noexcept {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if constexpr (std::is_same_v<Theirs, Request>) {
    if (number == kNullRequest) return reinterpret_cast<Theirs>(const_cast<void*>(kAddresses[kNullRequest]));
  }
  if (number < kAddresses.size() && kAddresses[number] != nullptr) {
    return reinterpret_cast<Theirs>(const_cast<void*>(kAddresses[number]));
  }
  return reinterpret_cast<Theirs>(number << 1 | 1);
}

// Handles in Fortran: predefined ones have numbers of that ABI, below all of ours of the kind; null here is -1 there.
template <typename Theirs>
[[nodiscard]] inline int to_integer(Theirs handle) noexcept {
  const auto number = reinterpret_cast<std::uintptr_t>(in(handle));
  if (number == kForeign) return -1;
  if (number < kFortran.size() && kFortran[number] >= 0) return kFortran[number];
  return static_cast<int>(number);
}
template <typename Theirs>
[[nodiscard]] inline Theirs from_integer(int integer) noexcept {
  using Ours = typename Kind<Theirs>::Ours;
  constexpr const auto& integers = Kind<Theirs>::kIntegers;
  if (integer < 0) return nullptr;
  const auto row = static_cast<std::size_t>(integer);
  const auto number = static_cast<std::uintptr_t>(row < integers.size() ? integers[row] : integer);
  return number != 0 ? out<Theirs>(reinterpret_cast<Ours>(number)) : nullptr;
}

// Takes the library's own number as well, which no number of Fortran is.
template <typename Theirs>
[[nodiscard]] inline Theirs from_number(int number) noexcept {
  return from_integer<Theirs>(number);
}

// As of the MPICH ABI, whose files are no handles of the other kinds.
[[nodiscard]] inline File file_out(MPI_File file) noexcept {
  return out<File>(file);
}

}  // namespace penstock::faces::openmpi
