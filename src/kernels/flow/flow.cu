#include "kernels/flow/flow_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/flow/flow_list.inc"
