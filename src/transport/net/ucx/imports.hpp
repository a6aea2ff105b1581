// How a loaded library calls others.
#pragma once

namespace penstock::net {

// The places through which the library that has `inside` in it calls the function `name` of another library now lead to
// `instead`; no other library's do. Returns how many there were. The library must have been loaded with RTLD_NOW.
int redirect_imports(const void* inside, const char* name, const void* instead);

}  // namespace penstock::net
