#include "kernels/copy/flat_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/copy/flat_list.inc"
