#include "busy_body.hpp"

#include "busy_list.inc"
