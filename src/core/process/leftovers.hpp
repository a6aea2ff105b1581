// The leak report of MPI_Finalize.
#pragma once

#include <string>
#include <vector>

#include "core/object/instance.hpp"

namespace penstock::core {

// Returns a sentence for each kind of object that this rank made and did not free, including completed requests that were never
// waited for. Objects that are freed but still in use do not count. Called with the engine's lock held.
[[nodiscard]] std::vector<std::string> leftovers(const Instance& instance);

// Returns a sentence for each unexpected message of the application that no receive has matched;
// only for the first ones if there are many.
[[nodiscard]] std::vector<std::string> unread_messages(Instance& instance);

}  // namespace penstock::core
