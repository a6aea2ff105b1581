// This header computes the exit code of a job that the application aborts.
#pragma once

namespace penstock::base {

// A process can report only the lowest eight bits of a code. If these bits are 0 but the code is not, the function returns 1,
// so that a job which was aborted with an error never looks as if it had succeeded.
[[nodiscard]] constexpr int abort_code(int code) noexcept {
  constexpr int kKept = 0xff;
  const int kept = static_cast<int>(static_cast<unsigned>(code) & kKept);
  return kept == 0 && code != 0 ? 1 : kept;
}

}  // namespace penstock::base
