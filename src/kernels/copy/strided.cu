#include "kernels/copy/strided_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/copy/strided_list.inc"
