#include "accel/program_stream.hpp"

#include "accel/accel.hpp"

namespace penstock::accel {

Status adopt_stream(Accel& accel, void* stream, std::unique_ptr<ProgramStream>* out) {
  auto* const adopter = dynamic_cast<StreamAdopter*>(&accel);
  if (adopter == nullptr) return Status::error(Code::kUnsupported, "this process has no CUDA streams");
  return adopter->adopt_stream(stream, out);
}

}  // namespace penstock::accel
