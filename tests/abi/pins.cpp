// The C++ compiler compiles pins.h too.
#include "pins.h"
