// The types of the face that is being compiled. Each face compiles the sources of this folder for itself, as CMakeLists.txt
// says.
#pragma once

#if defined(PENSTOCK_FACE_OPENMPI)
#include "faces/openmpi/types.hpp"
#else
#include "faces/mpich/types.hpp"
#endif
