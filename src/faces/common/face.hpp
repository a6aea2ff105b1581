// The conversions of the face that is being compiled.
#pragma once

#include "faces/common/types.hpp"

#if defined(PENSTOCK_FACE_OPENMPI)
#include "faces/openmpi/gen/values.hpp"
#include "faces/openmpi/handles.hpp"
#include "faces/openmpi/sentinels.hpp"
#else
#include "faces/mpich/gen/values.hpp"
#include "faces/mpich/handles.hpp"
#include "faces/mpich/sentinels.hpp"
#endif
