// The job key has 128 bits that only the processes of this job know. Every connection between ranks proves that it knows the
// key.
#pragma once

#include "boot/boot.hpp"

namespace penstock::boot {

Status make_job_key(JobKey* out);
// Reads the key from the descriptor that our launcher left open (PENSTOCK_JOB_KEY_FD). It stays open, but child processes do
// not inherit it.
Status read_job_key(int fd, JobKey* out);
// Rank 0 makes a key and publishes it, under a launcher that made none. The call is collective (one fence). This is weaker than
// an inherited descriptor, because the launcher's store, and the network that it uses, have seen the key.
Status publish_job_key(Boot& boot, JobKey* out);

}  // namespace penstock::boot
