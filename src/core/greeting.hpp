// What all ranks of a job tell each other as it begins, by messages.
#pragma once

#include <vector>

#include "base/status.hpp"
#include "core/place.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// Where every rank of the job is: (*out)[i] is rank i's. Collective over the job, after Engine::fence(). In as many rounds as
// the number of ranks has binary digits (Bruck's allgather), so that a rank looks up a few cards with the launcher, not all.
Status gather_places(proto::Engine& engine, const Place& mine, std::vector<Place>* out);

}  // namespace penstock::core
