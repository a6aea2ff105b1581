// What a program leaves behind at MPI_Finalize.
#pragma once

#include <string>
#include <vector>

#include "core/process.hpp"

namespace penstock::core {

// A sentence for each kind of object that this rank made and did not free, completed requests that nobody asked for among them.
// Objects that have been freed and are still in use are none. With the engine's lock held.
[[nodiscard]] std::vector<std::string> leftovers(const Process& process);

// A sentence for each message of the program's that has come and that no receive has asked for; of many, the first.
[[nodiscard]] std::vector<std::string> unread_messages(Process& process);

}  // namespace penstock::core
