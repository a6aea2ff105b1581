// What the calls of the MPICH ABI convert their arguments with.
#pragma once

#include "faces/common/convert.hpp"
