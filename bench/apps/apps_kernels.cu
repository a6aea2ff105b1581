#include "../../demo/stencil_kernel_body.hpp"
#include "persistent_body.hpp"

#include "../../demo/stencil_kernel_list.inc"
#include "persistent_list.inc"
