#include "meet_body.hpp"

#include "meet_list.inc"
