// Whether a rank can see its launcher, where nothing that they share tells.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

namespace penstock::boot {

// Whether this process and its launcher are in different PID namespaces: each ancestor that can be seen here has `variable`,
// which launchers give to what they start and do not have themselves. False where that cannot be told, as of another user's
// processes. Reads a few files of /proc; any thread.
[[nodiscard]] bool launcher_is_out_of_sight(std::string_view variable);

// The same of the line that begins with `parent` (0: nobody), in `proc` laid out like /proc.
[[nodiscard]] bool whole_line_has(std::string_view variable, pid_t parent, const std::filesystem::path& proc);

}  // namespace penstock::boot
