// Runs a program: who is through when.
#pragma once

#include "coll/simulate/model.hpp"
#include "coll/simulate/program.hpp"

namespace penstock::coll::simulate {

// When its last step is over. The program's counters are used up. kInternal: some steps never begin.
[[nodiscard]] Status run_events(const Model& model, Program& program, double* us);

}  // namespace penstock::coll::simulate
