// Runs a program, and finds when each rank has finished.
#pragma once

#include "coll/simulate/model.hpp"
#include "coll/simulate/program.hpp"

namespace penstock::coll::simulate {

// Computes when the program's last step ends. The program's counters are used up. kInternal: some steps never begin.
[[nodiscard]] Status run_events(const Model& model, Program& program, double* us);

}  // namespace penstock::coll::simulate
