#include "kernels/accumulate/accumulate_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/accumulate/accumulate_list.inc"
