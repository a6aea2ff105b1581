#include "kernels/ll/message_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/ll/message_list.inc"
