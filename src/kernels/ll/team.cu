#include "kernels/ll/team_body.hpp"
#include "kernels/sync/kernel.hpp"

#include "kernels/ll/team_list.inc"
