// This header redirects the calls of a loaded library to other libraries.
#pragma once

namespace penstock::net {

// Redirects the entries through which the library that contains `inside` calls the function `name` of another library to
// `instead`; other libraries are not affected. Returns the number of entries. The library must have been loaded with RTLD_NOW.
int redirect_imports(const void* inside, const char* name, const void* instead);

}  // namespace penstock::net
