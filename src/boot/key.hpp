// The job key: 128 bits that only this job's processes know. Every connection between ranks proves it.
#pragma once

#include "boot/boot.hpp"

namespace penstock::boot {

Status make_job_key(JobKey* out);
// From the descriptor that our launcher left open (PENSTOCK_JOB_KEY_FD). It stays open but is not inherited any further.
Status read_job_key(int fd, JobKey* out);
// Under a launcher that made no key: rank 0 makes one and publishes it. Collective (one fence). Weaker than an inherited
// descriptor: the launcher's store, and whatever network it uses, has seen the key.
Status publish_job_key(Boot& boot, JobKey* out);

}  // namespace penstock::boot
