// The interface by which tests control the stand-in driver, beside the CUDA driver API. Its libcuda.so.1 alone exports these
// functions, so programs that must also run on a GPU look them up with dlsym.
#pragma once

extern "C" {

// As the result of a rule it kills the process at that call.
#define PENSTOCK_FAKECUDA_KILL (-9)

// Returns 1. The presence of this function tells the stand-in from a real driver.
int penstock_fakecuda_is_standin(void);

// The `nth` call of `entry` from now (1: the next; 0: every call) returns `result` and does nothing else. `entry` is a name
// without version suffix ("cuMemAlloc"), or "async": then the nth operation that any stream executes fails with `result`,
// which stays with its context. A later rule for the same entry replaces the earlier one; result 0 removes it; entry null
// removes all. Returns 0, or -1 for a name that the stand-in does not have.
int penstock_fakecuda_fail(const char* entry, int nth, int result);

// Returns the calls of `entry` in this process so far, failed ones included ("async": operations
// executed); -1 for an unknown name.
long penstock_fakecuda_calls(const char* entry);

// Returns the calls of all entry points that the calling thread has made so far.
long penstock_fakecuda_calls_here(void);

// Returns the name of entry point number `index`, null beyond the last.
const char* penstock_fakecuda_entry(int index);
}
