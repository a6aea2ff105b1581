#include "accel/program_queue.hpp"

namespace penstock::accel {

Status open_program_queue(Accel& accel, void* stream, std::unique_ptr<ProgramQueue>* out) {
  auto* const opener = accel.queue_opener();
  if (opener == nullptr) return Status::error(Code::kUnsupported, "this process has no CUDA streams");
  return opener->open_program_queue(stream, out);
}

}  // namespace penstock::accel
