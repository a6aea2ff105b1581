#include "core/p2p/persistent.hpp"

#include <memory>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/buffered.hpp"
#include "core/p2p/completion.hpp"
#include "core/p2p/p2p.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::core {
namespace {

// A message that is sent or received repeatedly.
class MessageRecipe final : public Recipe {
 public:
  MessageRecipe(PersistentKind kind, const proto::Buffer& buffer, Datatype& datatype, int peer, int tag) noexcept
      : kind_(kind), buffer_(buffer), datatype_(Ref<Datatype>::share(datatype)), peer_(peer), tag_(tag) {}

  Status start(Request& request) override {
    Comm& comm = *request.comm();
    const bool receives = kind_ == PersistentKind::kRecv;
    if (kind_ == PersistentKind::kBufferedSend) {
      PENSTOCK_TRY(bsend(comm, buffer_, *datatype_, peer_, tag_));
      request.begin(kEmptyOutcome);
      return Status::ok();
    }
    proto::Operation* operation = nullptr;
    if (receives) {
      PENSTOCK_TRY(start_recv(comm, buffer_, *datatype_, peer_, tag_, &operation));
    } else {
      PENSTOCK_TRY(start_send(comm, buffer_, *datatype_, peer_, tag_, mode(), &operation));
    }
    if (operation == nullptr) {
      request.begin(receives ? kProcNullOutcome : kEmptyOutcome);
    } else {
      request.begin(operation, receives ? Direction::kRecv : Direction::kSend);
    }
    return Status::ok();
  }

  std::string describe() const override {
    if (kind_ == PersistentKind::kRecv) return fmt::format("MPI_Recv_init from rank {} with tag {}", peer_, tag_);
    const char* const call = kind_ == PersistentKind::kSend              ? "MPI_Send_init"
                             : kind_ == PersistentKind::kSynchronousSend ? "MPI_Ssend_init"
                                                                         : "MPI_Bsend_init";
    return fmt::format("{} to rank {} with tag {}", call, peer_, tag_);
  }

 private:
  [[nodiscard]] proto::SendMode mode() const noexcept {
    return kind_ == PersistentKind::kSynchronousSend ? proto::SendMode::kSynchronous : proto::SendMode::kStandard;
  }

  PersistentKind kind_;
  proto::Buffer buffer_;
  Ref<Datatype> datatype_;
  int peer_;
  int tag_;
};

Status check_startable(const Request* request) {
  if (request == nullptr) return Status::error(Code::kRequest, "the request is MPI_REQUEST_NULL");
  if (!request->persistent()) {
    return Status::error(Code::kRequest, "the request is not persistent: it was begun by the call that made it");
  }
  if (request->active()) {
    return Status::error(Code::kRequest, "the persistent request is active; complete it by MPI_Wait or MPI_Test first");
  }
  return Status::ok();
}

}  // namespace

Status make_persistent(Comm& comm, PersistentKind kind, void* address, MPI_Count count, Datatype& datatype, int peer, int tag,
                       MPI_Request* request) {
  PENSTOCK_TRY(kind == PersistentKind::kRecv ? check_recv(comm, peer, tag) : check_send(comm, peer, tag));
  proto::Buffer buffer;
  PENSTOCK_TRY(make_buffer(address, count, datatype, &buffer));
  std::unique_ptr<Recipe> recipe = std::make_unique<MessageRecipe>(kind, buffer, datatype, peer, tag);
  return requests_of(comm.instance()).add(request, comm, std::move(recipe));
}

Status start_all(Instance& instance, std::span<const MPI_Request> handles, Comm** comm) {
  for (std::size_t i = 0; i < handles.size(); ++i) {
    Request* request = nullptr;
    PENSTOCK_TRY(find_request(instance, handles[i], &request));
    if (request != nullptr) *comm = request->comm();
    if (Status fit = check_startable(request); !fit.is_ok()) {
      return handles.size() == 1 ? std::move(fit) : std::move(fit).within(fmt::format("array_of_requests[{}]", i));
    }
  }
  for (const MPI_Request handle : handles) {
    Request* request = nullptr;
    PENSTOCK_TRY(find_request(instance, handle, &request));
    *comm = request->comm();
    // This detects a handle that is in the array twice.
    PENSTOCK_TRY(check_startable(request));
    PENSTOCK_TRY(request->start());
  }
  return Status::ok();
}

}  // namespace penstock::core
