// pins.h once more, through the C++ compiler.
#include "pins.h"
