// How fast host memory moves on this machine.
#pragma once

namespace penstock::base {

// Bytes a microsecond, of memory that is in the processor's caches.
struct CopyRates {
  double kernel = 0;  // read as from another process (process_vm_readv); 0: the system refuses
  double own = 0;     // copied in user mode
};

// Reads and copies memory of this process, which takes some 100 us.
[[nodiscard]] CopyRates measure_copy_rates();

}  // namespace penstock::base
