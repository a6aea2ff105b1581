#include "exporter.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "penstock_gpu.h"

namespace penstock::accel {

Status Exporter::start() {
  int down[2], up[2];
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  pid_ = fork();
  if (pid_ < 0) return Status::system(errno, "fork");
  if (pid_ == 0) {
    if (dup2(down[0], 0) == 0 && dup2(up[1], 1) == 1) execl("/proc/self/exe", "exporter", "--exporter", nullptr);
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  to_ = down[1];
  from_ = up[0];
  return {};
}

Exporter::~Exporter() {
  if (pid_ < 0) return;
  close(to_);
  close(from_);
  waitpid(pid_, nullptr, 0);
}

Status Exporter::ask(const Command& command, Answer* answer) {
  if (write(to_, &command, sizeof command) != static_cast<ssize_t>(sizeof command))
    return Status::system(errno, "write to the exporter");
  if (read(from_, answer, sizeof *answer) != static_cast<ssize_t>(sizeof *answer)) {
    return Status::error(Code::kInternal, "the exporter died");
  }
  return answer->good ? Status::ok() : Status::error(Code::kInternal, "the exporter failed: {}", answer->why);
}

Status Exporter::next(int device, std::size_t bytes, Export* out) {
  Answer answer;
  PENSTOCK_TRY(ask({'n', device, bytes}, &answer));
  *out = answer.exported;
  return {};
}

Status Exporter::read_byte(std::size_t at, unsigned char* out) {
  Answer answer;
  PENSTOCK_TRY(ask({'r', 0, at}, &answer));
  *out = answer.byte;
  return {};
}

class Exporter::Owner {
 public:
  Status serve(const Command& command, Answer* answer) {
    return command.what == 'n' ? renew(command, answer)
                               : gpu(penstock_gpu_copy(&answer->byte, static_cast<char*>(memory_) + command.bytes, 1));
  }

 private:
  static Status gpu(int result) {
    return result == 0 ? Status::ok() : Status::error(Code::kInternal, "{}", penstock_gpu_error());
  }

  Status renew(const Command& command, Answer* answer) {
    if (!accel_) {
      if (penstock_gpu_open() == 0) return Status::error(Code::kInternal, "{}", penstock_gpu_error());
      PENSTOCK_TRY(Accel::create(config_, log_, {}, &accel_));
    }
    PENSTOCK_TRY(gpu(penstock_gpu_select(command.device)));
    PENSTOCK_TRY(gpu(penstock_gpu_free(PENSTOCK_GPU_DEVICE, std::exchange(memory_, nullptr))));
    PENSTOCK_TRY(gpu(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, command.bytes, &memory_)));
    ++generation_;
    std::vector<unsigned char> bytes(command.bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = exported_byte(i, generation_);
    PENSTOCK_TRY(gpu(penstock_gpu_copy(memory_, bytes.data(), bytes.size())));
    Memory memory;
    PENSTOCK_TRY(accel_->query(memory_, &memory));
    return accel_->exports().export_memory(memory, &answer->exported);
  }

  Config config_;
  Log log_;
  std::unique_ptr<Accel> accel_;
  void* memory_ = nullptr;
  unsigned generation_ = 0;
};

int Exporter::run() {
  Owner owner;
  Command command;
  while (read(0, &command, sizeof command) == static_cast<ssize_t>(sizeof command)) {
    Answer answer;
    Status done = owner.serve(command, &answer);
    answer.good = done.is_ok();
    std::strncpy(answer.why, std::string(done.message()).c_str(), sizeof answer.why - 1);
    if (write(1, &answer, sizeof answer) != static_cast<ssize_t>(sizeof answer)) return 1;
  }
  return 0;
}

}  // namespace penstock::accel
