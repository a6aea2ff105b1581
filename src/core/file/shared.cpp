#include "core/file/shared.hpp"

#include <cstring>
#include <utility>

#include "core/object/instance.hpp"
#include "transport/registry.hpp"

namespace penstock::core {

SharedPointer::SharedPointer(Comm& comm)
    : comm_(comm),
      memory_({comm.instance().engine(),
               {comm.group().world().begin(), comm.group().world().end()},
               comm.rank(),
               "open the file"}) {}

SharedPointer::~SharedPointer() {
  detach();
  close();
}

// Every member allocates words, but only those of member 0 are used.
Status SharedPointer::open(runtime::Carrier& carrier, Status&& mine, std::uint64_t begin) {
  Status ready = std::move(mine);
  if (ready.is_ok()) {
    ready = comm_.instance().engine().memory_registry().allocate(2 * kWordBytes, transport::kUseAll, &region_);
  }
  if (region_ != nullptr) {
    const std::uint64_t words[2 * kWordBytes / sizeof(begin)] = {begin};
    std::memcpy(reinterpret_cast<void*>(region_->base), words, sizeof(words));
    memory_.use(*region_);
  }
  PENSTOCK_TRY(memory_.hand_keys(carrier, std::move(ready)));
  PENSTOCK_TRY(memory_.parts().clone());
  const Status attached = memory_.attach();
  serve();
  return runtime::all_ok(carrier, attached, "reach the shared file pointer");
}

// Members of other hosts change the words by messages. The progress thread answers them while the application is outside MPI.
void SharedPointer::serve() {
  if (comm_.rank() != 0 || comm_.resources().sharers().members.size() == static_cast<std::size_t>(comm_.size())) return;
  serves_ = true;
  static_cast<void>(comm_.instance().engine().progress_thread().begin_serving());  // without the thread, MPI calls answer
}

void SharedPointer::detach() noexcept {
  memory_.detach();
}

void SharedPointer::close() noexcept {
  static_cast<void>(memory_.close());  // memory_ did not register the region: it has nothing to fail at
  if (std::exchange(serves_, false)) comm_.instance().engine().progress_thread().end_serving();
  const transport::Region* const region = std::exchange(region_, nullptr);
  if (region != nullptr) comm_.instance().engine().memory_registry().deregister(region);
}

Status SharedPointer::operate(std::uint64_t word, std::uint64_t addend, std::uint64_t* old) {
  transport::Atomic atomic;
  atomic.op = transport::AtomicOp::kAdd;
  atomic.offset = word * kWordBytes;
  atomic.operand = addend;
  atomic.result = old;
  proto::rma::Call call;
  proto::Engine& engine = comm_.instance().engine();
  engine.rma().atomic(memory_.target(0), atomic, &call);
  if (!call.done()) engine.progress().wait_until([&] { return call.done(); });
  return call.status().clone();
}

Status SharedPointer::advance(std::uint64_t etypes, std::uint64_t* old) {
  return operate(word_, etypes, old);
}

Status SharedPointer::store(std::uint64_t word, std::uint64_t value) {
  std::uint64_t old = 0;
  PENSTOCK_TRY(operate(word, 0, &old));
  return operate(word, value - old, &old);
}

Status SharedPointer::set(std::uint64_t etypes) {
  return store(word_, etypes);
}

Status SharedPointer::begin_anew() {
  const std::uint64_t left = std::exchange(word_, 1 - word_);
  return comm_.rank() == 0 ? store(left, 0) : Status::ok();
}

}  // namespace penstock::core
