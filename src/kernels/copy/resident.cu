#include "kernels/copy/resident_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/copy/resident_list.inc"
