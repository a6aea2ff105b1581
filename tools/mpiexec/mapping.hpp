// The text forms of --map-by and --bind-to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// Reads "core", or "core:4": four cores for each rank. "user:..." gives kNone. kArg: there is no such
// resource, and the message lists all.
Status read_binding(std::string_view text, BindTo* to, int* cores);

[[nodiscard]] bool is_user_binding(std::string_view text);
// Reads "user:0,2+3": rank 0 is bound to processor 0, rank 1 to 2 and 3, further ranks to nothing.
Status read_user_binding(std::string_view text, std::vector<std::vector<int>>* out);
// Reads the "0,4-7" of --cpu-list.
Status read_listed_cpus(std::string_view text, std::vector<int>* out);

// Reads "slot", "node", "socket", ..., "ppr:2:socket", each with optional modifiers such as ":pe=4", in the
// syntax of Open MPI's launchers.
Status read_mapping(std::string_view text, Mapping* out);

// Writes a mapping as text; empty where none was given. `socket` is the launcher's word for a socket.
[[nodiscard]] std::string write_mapping(const Mapping& mapping, std::string_view socket);

// Returns "core", "socket", ...
[[nodiscard]] std::string_view name_of(BindTo resource);

}  // namespace penstock::mpiexec
