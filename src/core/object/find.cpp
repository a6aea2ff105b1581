#include "core/object/find.hpp"

#include <string_view>
#include <utility>

namespace penstock::core {
namespace {

// ABI shims mark a number that is no handle of their ABI (src/faces: kForeign); Open MPI's shim
// also marks one that is a handle of MPICH.
constexpr std::uintptr_t kForeign = std::uintptr_t{1} << 32;
constexpr std::uintptr_t kOfMpich = std::uintptr_t{1} << 33;

bool is_like_mpich(std::uintptr_t number) {
  constexpr std::uintptr_t kBuiltIn = std::uintptr_t{1} << 30;
  constexpr std::uintptr_t kPlace = 0x00ff0000;  // 0 in the handles of mpi.h
  return number >= kBuiltIn && number < 2 * kBuiltIn && (number & kPlace) == 0;
}

// Returns the name of the ABI that has such handles; empty if it cannot be told.
std::string_view abi_of(std::uintptr_t number) {
  constexpr std::uintptr_t kFirstConstant = 0x100;
  constexpr std::uintptr_t kLastConstant = 0x3ff;
  constexpr std::uintptr_t kFirstAddress = std::uintptr_t{1} << 40;
  if (number >= kFirstAddress) return "Open MPI's ABI";
  if ((number & kOfMpich) != 0 || is_like_mpich(number)) return "MPICH's ABI";
  const std::uintptr_t plain = number - kForeign;
  return plain >= kFirstConstant && plain <= kLastConstant ? "the standard ABI" : "";
}

}  // namespace

Status explain_handle(Status&& plain, std::uintptr_t number) {
  const std::string_view abi = abi_of(number);
  if (abi.empty() || plain.message().find("has been freed") != std::string_view::npos) return std::move(plain);
  return Status::error(plain.code(),
                       "{:#x} looks like a handle of {}, not of this library's: mpi.h of one MPI was compiled with, and the "
                       "library of another is called (ldd PROGRAM shows it)",
                       number & ~(kForeign | kOfMpich), abi);
}

}  // namespace penstock::core
