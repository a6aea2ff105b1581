#include "kernels/ll/ll_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/ll/ll_list.inc"
