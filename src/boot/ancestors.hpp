// This header finds out if a rank is in the same PID namespace as its launcher, where nothing that they share tells it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

namespace penstock::boot {

// Returns true if this process and its launcher are in different PID namespaces, which is so if each ancestor that is visible
// here has `variable`: launchers set it for the processes that they start, and do not have it themselves. Returns false if this
// cannot be decided, for example for processes of another user. Reads a few files of /proc; any thread may call it.
[[nodiscard]] bool launcher_is_out_of_sight(std::string_view variable);

// Checks in that way the line of ancestors that begins with `parent` (0: none), in a directory `proc` that is laid out like
// /proc.
[[nodiscard]] bool whole_line_has(std::string_view variable, pid_t parent, const std::filesystem::path& proc);

}  // namespace penstock::boot
