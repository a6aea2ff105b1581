#include "core/p2p/grequest.hpp"

#include <memory>
#include <string_view>

#include "core/object/instance.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::core {
namespace {

Status status_of(int code, std::string_view function) {
  if (code == MPI_SUCCESS) return Status::ok();
  return Status::user(code, fmt::format("the {} function of a generalised request returned an error", function));
}

class Generalised final : public Work {
 public:
  Generalised(proto::Engine& engine, const GrequestFunctions& functions) noexcept : engine_(engine), functions_(functions) {}

  void complete() noexcept { complete_ = true; }

  bool done() override { return complete_; }
  Status tell(Outcome* outcome) override {
    MPI_Status status{};
    write_empty_status(&status);
    int code = MPI_SUCCESS;
    if (functions_.query != nullptr) {
      const proto::Unlocked unlocked(engine_.lock());
      code = functions_.query(functions_.extra_state, &status);
    }
    *outcome = read_status(status);
    return status_of(code, "query");
  }
  Status close() override {
    if (functions_.free == nullptr) return Status::ok();
    const proto::Unlocked unlocked(engine_.lock());
    return status_of(functions_.free(functions_.extra_state), "free");
  }
  Status cancel() override {
    if (functions_.cancel == nullptr) return Status::ok();
    const int complete = complete_ ? 1 : 0;
    const proto::Unlocked unlocked(engine_.lock());
    return status_of(functions_.cancel(functions_.extra_state, complete), "cancel");
  }
  // The application passes the handle to MPI_Grequest_complete.
  [[nodiscard]] bool needs_handle() const noexcept override { return true; }

 private:
  proto::Engine& engine_;
  GrequestFunctions functions_;
  bool complete_ = false;
};

}  // namespace

Status start_grequest(Instance& instance, const GrequestFunctions& functions, MPI_Request* request) {
  Comm* none = nullptr;
  return requests_of(instance).add(request, none, std::make_unique<Generalised>(instance.engine(), functions));
}

Status complete_grequest(Instance& instance, MPI_Request handle) {
  Request* request = instance.table<Request>().find(number_of(handle));
  if (request == nullptr) return instance.table<Request>().explain(number_of(handle));
  auto* generalised = dynamic_cast<Generalised*>(request->work());
  if (generalised == nullptr) return Status::error(Code::kRequest, "the request is not a generalised one");
  if (generalised->done()) return Status::error(Code::kRequest, "the generalised request is complete already");
  generalised->complete();
  instance.engine().progress().wake_ready();
  instance.engine().progress().wake_ready();
  if (!request->freed) return Status::ok();
  Status closed = generalised->close();
  requests_of(instance).end(*request);
  return closed;
}

}  // namespace penstock::core
