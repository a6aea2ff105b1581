// Access to the counts of the stand-in driver of tests/fakecuda, and to its failures on request. A GPU's driver has neither.
#pragma once

namespace penstock::test::standin {

// True if the driver that this process has loaded, or would load, is the stand-in.
[[nodiscard]] bool is_there();
// Returns how often `entry` was called so far; "async": the number of operations that streams have executed. 0 on a GPU.
[[nodiscard]] long calls(const char* entry);
// Returns how many calls of all entry points the calling thread has made; 0 on a GPU.
[[nodiscard]] long calls_here();
// Returns the name of the i-th entry point; null past the last.
[[nodiscard]] const char* entry(int i);
// Makes the nth call of `entry` from now on return `result`; nth 0 means every call, and `result` 0 with it none. Entry null:
// no call of any entry point fails. False if there is no such entry point, or if the driver is a GPU's.
bool fail(const char* entry, int nth, int result);

}  // namespace penstock::test::standin
