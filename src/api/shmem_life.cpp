#include "api/shmem_life.hpp"

#include <memory>
#include <utility>

#include "api/life.hpp"
#include "core/object/instance.hpp"
#include "shmem/environment.hpp"
#include "shmem/pe.hpp"
#include "shmem/stream_access.hpp"

namespace penstock::api {
namespace {

// Used by the thread that begins and ends OpenSHMEM.
constinit std::unique_ptr<shmem::Pe> pe;

Status begin(Call& call, shmem::View* view) {
  runtime::Job& job = call.instance().job();
  if (shmem::wants_debugging()) PENSTOCK_TRY(job.change("PENSTOCK_LOG", "debug"));
  PENSTOCK_TRY(job.begin());
  pe = std::make_unique<shmem::Pe>(job);
  PENSTOCK_TRY(pe->open(view));
  shmem::begin_streams(*pe, view);
  return Status::ok();
}

}  // namespace

Status shmem_begin(int level, shmem::View* view) {
  Call call(Function::kInit);
  call.lock();
  constexpr int kMultiple = 3;
  Status begun = begin_use(call, level == kMultiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE);
  if (begun.is_ok()) {
    begun = begin(call, view);
    if (!begun.is_ok()) end_use(call, phase());
  }
  call.unlock();
  return begun;
}

Status shmem_end() {
  Call call(Function::kFinalize);
  call.lock();
  Status ended = pe->close();
  pe.reset();
  end_use(call, phase());
  call.unlock();
  return ended;
}

}  // namespace penstock::api
