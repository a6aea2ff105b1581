// Which ranks are on which host, as launchers with PMI-1 and PMI-2 publish it: "(vector,(0,2,4))", blocks of (first host,
// hosts, ranks of each).
#pragma once

#include <string_view>

namespace penstock::boot::pmi {

// How many hosts the text names; 0 where it says nothing that is understood.
[[nodiscard]] int hosts_in_mapping(std::string_view text) noexcept;

}  // namespace penstock::boot::pmi
