#include "kernels/pipeline/pipeline_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/pipeline/pipeline_list.inc"
