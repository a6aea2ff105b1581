// The exit code of a job that a program aborts.
#pragma once

namespace penstock::base {

// A process keeps the lowest eight bits of a code. Where they are 0 and the code is not, 1 takes its place, so that a job which
// was aborted with an error never looks as if it had succeeded.
[[nodiscard]] constexpr int abort_code(int code) noexcept {
  constexpr int kKept = 0xff;
  const int kept = static_cast<int>(static_cast<unsigned>(code) & kKept);
  return kept == 0 && code != 0 ? 1 : kept;
}

}  // namespace penstock::base
