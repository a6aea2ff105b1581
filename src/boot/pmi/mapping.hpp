// This header reads the mapping of ranks to hosts that PMI-1 and PMI-2 launchers publish: "(vector,(0,2,4))" is a list of
// blocks of (first host, number of hosts, ranks per host).
#pragma once

#include <string_view>

namespace penstock::boot::pmi {

// Returns the number of hosts that the text names, and 0 if the text cannot be parsed.
[[nodiscard]] int hosts_in_mapping(std::string_view text) noexcept;

}  // namespace penstock::boot::pmi
