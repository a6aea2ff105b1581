#include "stencil_kernel_body.hpp"

#include "stencil_kernel_list.inc"
