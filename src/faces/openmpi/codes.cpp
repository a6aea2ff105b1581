// Keys and error codes that are no constants of the Open MPI ABI.
#include "faces/common/numbers.hpp"

namespace penstock::faces::openmpi {
namespace {

constexpr int kLastPredefinedKey = MPI_WIN_MODEL;  // of the standard ABI; keys of programs are above it

}  // namespace

// Keys of programs are the library's own numbers, above all constants of both ABIs.
int own_keyval_in(int keyval) noexcept {
  return keyval > kLastPredefinedKey ? keyval : MPI_KEYVAL_INVALID;
}
int own_keyval_out(int keyval) noexcept {
  return keyval;
}

// Codes of a class with a sentence are above MPI_ERR_LASTCODE here, too, and so are those that the program added.
int failure_in(int code) noexcept {
  if (code < 0) return code;
  if (code == kLastCode) return MPI_ERR_LASTCODE;
  const auto number = static_cast<unsigned>(code);
  if (code <= static_cast<int>(kClassMask)) return class_in(code);
  if ((number & kHasSentence) == 0) return code;
  return static_cast<int>((number & ~kClassMask) | static_cast<unsigned>(class_in(static_cast<int>(number & kClassMask))));
}

int failure_out(int code) noexcept {
  if (code < 0) return code;
  if (code == MPI_ERR_LASTCODE) return kLastCode;
  const auto number = static_cast<unsigned>(code);
  if (code <= static_cast<int>(kClassMask)) return class_out(code);
  if ((number & kHasSentence) == 0) return code;
  return static_cast<int>((number & ~kClassMask) | static_cast<unsigned>(class_out(static_cast<int>(number & kClassMask))));
}

}  // namespace penstock::faces::openmpi
