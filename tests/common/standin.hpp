// What the stand-in driver of tests/fakecuda counts, and fails on request. A GPU's driver does neither.
#pragma once

namespace penstock::test::standin {

// Whether the driver that this process has loaded, or would load, is the stand-in.
[[nodiscard]] bool is_there();
// How often `entry` was called so far; "async": how many operations streams have executed. 0 on a GPU.
[[nodiscard]] long calls(const char* entry);
// Calls of all entry points that the calling thread has made; 0 on a GPU.
[[nodiscard]] long calls_here();
// The name of the i-th entry point; null past the last.
[[nodiscard]] const char* entry(int i);
// The nth call of `entry` from now on returns `result`; of nth 0 every one, and none where `result` is 0 too. Entry null: no
// call of any fails. False where there is no such entry point, or a GPU.
bool fail(const char* entry, int nth, int result);

}  // namespace penstock::test::standin
