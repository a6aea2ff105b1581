// The face that is being compiled: each compiles the sources of this folder for itself, as CMakeLists.txt says.
#pragma once

#if defined(PENSTOCK_FACE_OPENMPI)
#include "faces/openmpi/gen/calls.hpp"
#include "faces/openmpi/gen/values.hpp"
#include "faces/openmpi/handles.hpp"
#else
#include "faces/mpich/gen/calls.hpp"
#include "faces/mpich/gen/values.hpp"
#include "faces/mpich/handles.hpp"
#endif
