// This file lists every kernel of the library, host-compiled, so that the stand-in driver finds it by name.
#include "kernels/accumulate/accumulate_body.hpp"
#include "kernels/copy/flat_body.hpp"
#include "kernels/copy/resident_body.hpp"
#include "kernels/copy/strided_body.hpp"
#include "kernels/fold/fold_body.hpp"
#include "kernels/ll/ll_body.hpp"
#include "kernels/ll/message_body.hpp"
#include "kernels/ll/team_body.hpp"
#include "kernels/pack/list_body.hpp"
#include "kernels/pack/places_body.hpp"
#include "kernels/pipeline/pipeline_body.hpp"
#include "kernels/sync/flag_body.hpp"
#include "kernels/sync/kernel.hpp"
#include "kernels/sync/standin_library.hpp"

namespace {

constexpr penstock::kernels::standin::Kernel kKernels[] = {
#include "kernels/accumulate/accumulate_list.inc"
#include "kernels/copy/flat_list.inc"
#include "kernels/copy/resident_list.inc"
#include "kernels/copy/strided_list.inc"
#include "kernels/fold/fold_list.inc"
#include "kernels/ll/ll_list.inc"
#include "kernels/ll/message_list.inc"
#include "kernels/ll/team_list.inc"
#include "kernels/pack/list_list.inc"
#include "kernels/pack/places_list.inc"
#include "kernels/pipeline/pipeline_list.inc"
#include "kernels/sync/flag_list.inc"
};

}  // namespace

PENSTOCK_STANDIN_LIBRARY(kKernels)
