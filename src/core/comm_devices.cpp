// GPUs of a communicator's members.
#include <memory>
#include <utility>
#include <vector>

#include "core/collective.hpp"
#include "core/process.hpp"
#include "kernels/image.hpp"

namespace penstock::core {
namespace {

template <typename T>
Status exchange(Comm& comm, const T& mine, std::vector<T>* all) {
  all->resize(static_cast<std::size_t>(comm.size()));
  Collective made;
  PENSTOCK_TRY(make_exchange(comm, &mine, all->data(), sizeof(T), &made));
  return run(comm, std::move(made));
}

bool all_say_yes(const std::vector<int>& answers) {
  return std::ranges::find(answers, 0) == answers.end();
}

// -1: none now.
int device_of(Process& process) {
  const bool may = process.config().coll_devices && process.config().cuda_ipc && !kernels::image().empty();
  return may && process.accel().live() ? process.accel().working_device() : -1;
}

}  // namespace

// The first mapping of a peer's memory takes milliseconds, so it is no call of the program that pays for it; and whoever cannot
// map now will not be asked to.
Status share_devices(Comm& comm) {
  Process& process = comm.process();
  const int device = device_of(process);
  std::vector<int> answers;
  PENSTOCK_TRY(exchange(comm, device >= 0 ? 1 : 0, &answers));
  if (!all_say_yes(answers)) return Status::ok();
  auto devices = std::make_unique<coll::DeviceTeam>(process.engine(), comm.rank(), comm.group().world(), device);
  coll::DeviceCard mine;
  Status reached = devices->open(process.device_probe, &mine);
  std::vector<coll::DeviceCard> cards;
  PENSTOCK_TRY(exchange(comm, mine, &cards));
  if (reached.is_ok()) reached = devices->try_to_reach(cards);
  PENSTOCK_TRY(exchange(comm, reached.is_ok() ? 1 : 0, &answers));
  if (!reached.is_ok()) process.log().info("collectives of GPU memory go over the host: {}", reached.message());
  if (!all_say_yes(answers)) return Status::ok();
  process.log().info("collectives of GPU memory on {} ranks go from GPU to GPU from here on", comm.size());
  comm.use_devices(std::move(devices));
  return Status::ok();
}

}  // namespace penstock::core
