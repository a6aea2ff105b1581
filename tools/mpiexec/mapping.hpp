// --map-by and --bind-to as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// "core", or "core:4": four of them each. For "user:..." kNone. kArg: there is no such resource, and the sentence names
// all.
Status read_binding(std::string_view text, BindTo* to, int* cores);

[[nodiscard]] bool is_user_binding(std::string_view text);
// "user:0,2+3": rank 0 to processor 0, rank 1 to 2 and 3, further ranks to nothing.
Status read_user_binding(std::string_view text, std::vector<std::vector<int>>* out);
// "0,4-7" of --cpu-list.
Status read_listed_cpus(std::string_view text, std::vector<int>* out);

// "slot", "node", "socket", ..., "ppr:2:socket", each with modifiers behind it: ":pe=4". As Open MPI's launchers have it.
Status read_mapping(std::string_view text, Mapping* out);

// The same the other way: empty where nothing was said. `socket`: what a socket is called.
[[nodiscard]] std::string write_mapping(const Mapping& mapping, std::string_view socket);

// "core", "socket", ...
[[nodiscard]] std::string_view name_of(BindTo resource);

}  // namespace penstock::mpiexec
