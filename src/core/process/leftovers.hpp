// What a program leaves behind at MPI_Finalize.
#pragma once

#include <string>
#include <vector>

#include "core/object/instance.hpp"

namespace penstock::core {

// A sentence for each kind of object that this rank made and did not free, completed requests that nobody asked for among them.
// Objects that have been freed and are still in use are none. With the engine's lock held.
[[nodiscard]] std::vector<std::string> leftovers(const Instance& instance);

// A sentence for each message of the program's that has come and that no receive has asked for; of many, the first.
[[nodiscard]] std::vector<std::string> unread_messages(Instance& instance);

}  // namespace penstock::core
