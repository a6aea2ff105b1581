#include "kernels/exchange/exchange_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/exchange/exchange_list.inc"
