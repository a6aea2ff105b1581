#include "kernels/pack/places_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/pack/places_list.inc"
