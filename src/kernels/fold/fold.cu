#include "kernels/fold/fold_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/fold/fold_list.inc"
