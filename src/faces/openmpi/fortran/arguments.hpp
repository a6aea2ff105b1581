// Arguments of Fortran, and those of C that they become. An object here lives as long as the call that it is an argument of,
// and then writes back what the call gave. Handles are integers there; how those become handles is the C library's part
// (MPI_Comm_f2c).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "faces/common/gen/calls.hpp"
#include "faces/common/numbers.hpp"

// A function under its other names: of tools, and of the module mpi_f08, which passes the same.
#define FORTRAN_NAMES(name)                                                                    \
  decltype(pmpi_##name##_) mpi_##name##_ __attribute__((weak, alias("pmpi_" #name "_")));      \
  decltype(pmpi_##name##_) pmpi_##name##_f08_ __attribute__((weak, alias("pmpi_" #name "_"))); \
  decltype(pmpi_##name##_) mpi_##name##_f08_ __attribute__((weak, alias("pmpi_" #name "_")))

namespace penstock::faces::openmpi::fortran {

// The program's: their addresses stand for values.
extern "C" {
extern char mpi_fortran_bottom_[];
extern char mpi_fortran_in_place_[];
extern int mpi_fortran_status_ignore_[];
extern int mpi_fortran_statuses_ignore_[];
extern int mpi_fortran_unweighted_[];
extern int mpi_fortran_weights_empty_[];
}

[[nodiscard]] inline std::size_t length(int count) noexcept {
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

// NAME_f2c and NAME_c2f of libmpi.so.40, and from them handles that a call gives or takes and gives, one and several. What a
// call that failed did not give is not written.
#define FORTRAN_HANDLE(name, type)                                                                    \
  type name##_f2c(int integer) noexcept asm("PMPI_" #name "_f2c");                                    \
  int name##_c2f(type handle) noexcept asm("PMPI_" #name "_c2f");                                     \
  class name##Out {                                                                                   \
   public:                                                                                            \
    explicit name##Out(int* to) noexcept : to_(to) {}                                                 \
    name##Out(const name##Out&) = delete;                                                             \
    ~name##Out() {                                                                                    \
      if (handle_ != nullptr) *to_ = name##_c2f(handle_);                                             \
    }                                                                                                 \
    operator type*() noexcept {                                                                       \
      return &handle_;                                                                                \
    }                                                                                                 \
                                                                                                      \
   private:                                                                                           \
    int* to_;                                                                                         \
    type handle_ = nullptr;                                                                           \
  };                                                                                                  \
  class name##InOut {                                                                                 \
   public:                                                                                            \
    explicit name##InOut(int* both) noexcept : both_(both), handle_(name##_f2c(*both)) {}             \
    name##InOut(const name##InOut&) = delete;                                                         \
    ~name##InOut() {                                                                                  \
      *both_ = name##_c2f(handle_);                                                                   \
    }                                                                                                 \
    operator type*() noexcept {                                                                       \
      return &handle_;                                                                                \
    }                                                                                                 \
                                                                                                      \
   private:                                                                                           \
    int* both_;                                                                                       \
    type handle_;                                                                                     \
  };                                                                                                  \
  class name##sIn {                                                                                   \
   public:                                                                                            \
    name##sIn(int count, const int* from) noexcept : room_(length(count)) {                           \
      std::transform(from, from + length(count), room_.data(), name##_f2c);                           \
    }                                                                                                 \
    operator type*() noexcept {                                                                       \
      return room_.data();                                                                            \
    }                                                                                                 \
                                                                                                      \
   private:                                                                                           \
    Room<type> room_;                                                                                 \
  };                                                                                                  \
  class name##sInOut {                                                                                \
   public:                                                                                            \
    name##sInOut(int count, int* both) noexcept : count_(length(count)), both_(both), room_(count_) { \
      std::transform(both, both + count_, room_.data(), name##_f2c);                                  \
    }                                                                                                 \
    name##sInOut(const name##sInOut&) = delete;                                                       \
    ~name##sInOut() {                                                                                 \
      std::transform(room_.data(), room_.data() + count_, both_, name##_c2f);                         \
    }                                                                                                 \
    operator type*() noexcept {                                                                       \
      return room_.data();                                                                            \
    }                                                                                                 \
                                                                                                      \
   private:                                                                                           \
    std::size_t count_;                                                                               \
    int* both_;                                                                                       \
    Room<type> room_;                                                                                 \
  };                                                                                                  \
  class name##sOut {                                                                                  \
   public:                                                                                            \
    name##sOut(int count, int* to) noexcept : count_(length(count)), to_(to), room_(count_) {         \
      std::fill_n(room_.data(), count_, nullptr);                                                     \
    }                                                                                                 \
    name##sOut(const name##sOut&) = delete;                                                           \
    ~name##sOut() {                                                                                   \
      for (std::size_t i = 0; i < count_; ++i) {                                                      \
        if (room_.data()[i] != nullptr) to_[i] = name##_c2f(room_.data()[i]);                         \
      }                                                                                               \
    }                                                                                                 \
    operator type*() noexcept {                                                                       \
      return room_.data();                                                                            \
    }                                                                                                 \
                                                                                                      \
   private:                                                                                           \
    std::size_t count_;                                                                               \
    int* to_;                                                                                         \
    Room<type> room_;                                                                                 \
  }

FORTRAN_HANDLE(Comm, Comm);
FORTRAN_HANDLE(Errhandler, Errhandler);
FORTRAN_HANDLE(File, File);
FORTRAN_HANDLE(Group, Group);
FORTRAN_HANDLE(Info, Info);
FORTRAN_HANDLE(Message, Message);
FORTRAN_HANDLE(Op, Op);
FORTRAN_HANDLE(Request, Request);
FORTRAN_HANDLE(Session, Session);
FORTRAN_HANDLE(Type, Datatype);
FORTRAN_HANDLE(Win, Win);

// Displacements of MPI-1, which had integers for them.
class LongAddresses {
 public:
  LongAddresses(int count, const int* from) noexcept : room_(length(count)) { std::copy_n(from, length(count), room_.data()); }
  operator MPI_Aint*() noexcept { return room_.data(); }  // NOLINT: an argument

 private:
  Room<MPI_Aint> room_;
};

// Returns the size of the remote group of an inter-communicator; 0 for an invalid handle.
[[nodiscard]] inline int members_of(int comm) noexcept {
  const Comm handle = Comm_f2c(comm);
  int inter = 0;
  int size = 0;
  if (Comm_test_inter(handle, &inter) != MPI_SUCCESS) return 0;
  const int code = inter != 0 ? Comm_remote_size(handle, &size) : Comm_size(handle, &size);
  return code == MPI_SUCCESS ? size : 0;
}

// Statuses have the same bytes, where an integer of Fortran may lie.
class Statuses {
 public:
  Statuses(int count, int* both) noexcept : both_(both), count_(length(count)), room_(is_copied() ? count_ : 0) {
    if (is_copied()) std::memcpy(static_cast<void*>(room_.data()), both_, count_ * sizeof(Status));
  }
  Statuses(const Statuses&) = delete;
  ~Statuses() {
    if (is_copied()) std::memcpy(both_, static_cast<const void*>(room_.data()), count_ * sizeof(Status));
  }
  operator Status*() noexcept {  // NOLINT: an argument
    if (is_ignored()) return nullptr;
    return is_copied() ? room_.data() : reinterpret_cast<Status*>(both_);
  }

 private:
  [[nodiscard]] bool is_ignored() const noexcept {
    return both_ == mpi_fortran_status_ignore_ || both_ == mpi_fortran_statuses_ignore_;
  }
  [[nodiscard]] bool is_copied() const noexcept {
    return !is_ignored() && reinterpret_cast<std::uintptr_t>(both_) % alignof(Status) != 0;
  }

  int* both_;
  std::size_t count_;
  Room<Status> room_;
};

// Buffers and weights as C has them.
[[nodiscard]] inline void* sent(void* address) noexcept {
  if (address == mpi_fortran_bottom_) return nullptr;
  return address == mpi_fortran_in_place_ ? reinterpret_cast<void*>(std::intptr_t{1}) : address;
}
[[nodiscard]] inline int* weighed(int* address) noexcept {
  if (address == mpi_fortran_unweighted_) return reinterpret_cast<int*>(std::intptr_t{2});
  return address == mpi_fortran_weights_empty_ ? reinterpret_cast<int*>(std::intptr_t{3}) : address;
}

// Where a buffer was: a Fortran program has no use for its address.
class Discarded {
 public:
  operator void*() noexcept { return static_cast<void*>(&address_); }  // NOLINT: an argument

 private:
  void* address_ = nullptr;
};

// A place counts from 1; MPI_UNDEFINED is the same.
inline constexpr int kUndefined = -32766;
class Place {
 public:
  explicit Place(int* to) noexcept : to_(to) {}
  Place(const Place&) = delete;
  ~Place() { *to_ = place_ == kUndefined ? kUndefined : place_ + 1; }
  operator int*() noexcept { return &place_; }  // NOLINT: an argument

 private:
  int* to_;
  int place_ = kUndefined;
};
class Places {
 public:
  // `count`: where the call puts their number.
  Places(const int* count, int* places) noexcept : count_(count), places_(places) {}
  Places(const Places&) = delete;
  ~Places() {
    for (int i = 0; i < *count_; ++i) ++places_[i];  // none where it is MPI_UNDEFINED
  }
  operator int*() noexcept { return places_; }  // NOLINT: an argument

 private:
  const int* count_;
  int* places_;
};

// A text without the blanks at its ends.
class Text {
 public:
  Text(const char* text, std::size_t bytes) noexcept : room_(bytes + 1) {
    while (bytes > 0 && text[bytes - 1] == ' ') --bytes;
    const std::size_t blanks =
        static_cast<std::size_t>(std::find_if(text, text + bytes, [](char c) { return c != ' '; }) - text);
    *std::copy(text + std::min(blanks, bytes), text + bytes, room_.data()) = '\0';
  }
  operator const char*() noexcept { return room_.data(); }  // NOLINT: an argument

 private:
  Room<char> room_;
};

// Filled with blanks behind what the call gave; cut where the program has less room; as it was where the call gave nothing.
class TextOut {
 public:
  TextOut(char* to, std::size_t bytes) noexcept : to_(to), bytes_(bytes) { text_.front() = kUntouched; }
  TextOut(const TextOut&) = delete;
  ~TextOut() {
    if (text_.front() == kUntouched) return;
    const std::size_t given = std::min(::strnlen(text_.data(), text_.size()), bytes_);
    std::copy_n(text_.data(), given, to_);
    std::fill_n(to_ + given, bytes_ - given, ' ');
  }
  operator char*() noexcept { return text_.data(); }  // NOLINT: an argument

 private:
  static constexpr char kUntouched = '\377';
  static constexpr std::size_t kMostBytes = 8192;
  char* to_;
  std::size_t bytes_;
  std::array<char, kMostBytes> text_;
};

// mpi_f08 may leave it out.
inline void give(int* ierror, int code) noexcept {
  if (ierror != nullptr) *ierror = code;
}

}  // namespace penstock::faces::openmpi::fortran
