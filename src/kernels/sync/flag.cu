#include "kernels/sync/flag_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/sync/flag_list.inc"
