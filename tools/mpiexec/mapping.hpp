// --map-by and --bind-to as text.
#pragma once

#include <string>
#include <string_view>

#include "base/status.hpp"
#include "mpiexec/options.hpp"

namespace penstock::mpiexec {

// "core", or "core:4": four of them each. kArg: there is no such resource, and the sentence names all.
Status read_binding(std::string_view text, BindTo* to, int* cores);

// "slot", "node", "socket", ..., "ppr:2:socket", each with modifiers behind it: ":pe=4". As Open MPI's launchers have it.
Status read_mapping(std::string_view text, Mapping* out);

// The same the other way: empty where nothing was said. `socket`: what a socket is called.
[[nodiscard]] std::string write_mapping(const Mapping& mapping, std::string_view socket);

// "core", "socket", ...
[[nodiscard]] std::string_view name_of(BindTo resource);

}  // namespace penstock::mpiexec
