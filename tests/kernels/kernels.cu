#include "bodies.hpp"

#include "kernels_list.inc"
