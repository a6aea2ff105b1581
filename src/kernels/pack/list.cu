#include "kernels/pack/list_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/pack/list_list.inc"
