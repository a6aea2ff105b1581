// Keys and error codes that are no constants of the MPICH ABI.
#include "faces/common/numbers.hpp"

namespace penstock::faces::mpich {

// Keys of programs have the sign bit.
int own_keyval_in(int keyval) noexcept {
  return static_cast<int>(static_cast<unsigned>(keyval) ^ kOurs);  // no sign bit: negative, and no key
}
int own_keyval_out(int keyval) noexcept {
  return static_cast<int>(static_cast<unsigned>(keyval) | kOurs);
}

// Bit 30 marks the codes that the program added, since MPI_ERR_LASTCODE is 2^30 - 1 here.
int failure_in(int code) noexcept {
  if (code < 0) return code;
  const auto number = static_cast<unsigned>(code);
  if (code <= static_cast<int>(kClassMask)) return class_in(code);
  if ((number & kHasSentence) != 0) return static_cast<int>(number & ~kHasSentence);
  const auto error_class = static_cast<unsigned>(class_in(static_cast<int>(number & kClassMask)));
  return static_cast<int>((number & ~kClassMask) | kHasSentence | error_class);
}

int failure_out(int code) noexcept {
  const auto number = static_cast<unsigned>(code);
  if (code < 0) return code;
  if (code == MPI_ERR_LASTCODE) return kLastCode;
  if (code <= static_cast<int>(kClassMask)) return class_out(code);
  if ((number & kHasSentence) == 0) return static_cast<int>(number | kHasSentence);
  const auto error_class = static_cast<unsigned>(class_out(static_cast<int>(number & kClassMask)));
  return static_cast<int>((number & ~(kClassMask | kHasSentence)) | error_class);
}

}  // namespace penstock::faces::mpich
