#include "boot/pmix/client.hpp"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "boot/ancestors.hpp"
#include "boot/key.hpp"
#include "boot/pmix/connect.hpp"

namespace penstock::boot::pmix {
namespace {

// The caller must free the value that PMIx_Get returns.
class Value {
 public:
  Value() = default;
  ~Value() {
    if (value_ == nullptr) return;
    if (value_->type == PMIX_BYTE_OBJECT) std::free(value_->data.bo.bytes);
    if (value_->type == PMIX_STRING) std::free(value_->data.string);
    std::free(value_);
  }
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;

  [[nodiscard]] pmix_value_t** out() noexcept { return &value_; }
  [[nodiscard]] const pmix_value_t* get() const noexcept { return value_; }

 private:
  pmix_value_t* value_ = nullptr;
};

std::optional<std::uint64_t> number_in(const pmix_value_t& value) {
  switch (value.type) {
    case PMIX_UINT32: return value.data.uint32;
    case PMIX_UINT16: return value.data.uint16;
    case PMIX_UINT64: return value.data.uint64;
    case PMIX_SIZE: return value.data.size;
    case PMIX_INT: return value.data.integer < 0 ? std::nullopt : std::optional<std::uint64_t>(value.data.integer);
    case PMIX_INT32: return value.data.int32 < 0 ? std::nullopt : std::optional<std::uint64_t>(value.data.int32);
    default: return std::nullopt;
  }
}

// Our keys share a name space with those of the launcher and of other libraries, so they get a prefix.
std::string key_of(std::string_view key) {
  return "penstock." + std::string(key);
}

bool fits(const std::string& key) {
  return key.size() <= PMIX_MAX_KEYLEN;
}

constexpr int kLongestSearchSeconds = 10;

pmix_info_t flag(const char* name) {
  pmix_info_t info{};
  std::strncpy(info.key, name, PMIX_MAX_KEYLEN);
  info.value.type = PMIX_BOOL;
  info.value.data.flag = true;
  return info;
}

pmix_info_t longest_search() {
  pmix_info_t info{};
  std::strncpy(info.key, PMIX_TIMEOUT, PMIX_MAX_KEYLEN);
  info.value.type = PMIX_INT;
  info.value.data.integer = kLongestSearchSeconds;
  return info;
}

}  // namespace

Status connect(const std::string& library, const Log& log, std::unique_ptr<Boot>* out) {
  return Client::connect(library, log, out);
}

Status Client::connect(const std::string& library, const Log& log, std::unique_ptr<Boot>* out) {
  std::unique_ptr<Client> made(new Client(log));
  PENSTOCK_TRY(load(library, &made->pmix_));
  PENSTOCK_TRY(made->handshake());
  *out = std::move(made);
  return Status::ok();
}

Status Client::failed(std::string_view what, pmix_status_t status) const {
  const char* const said = pmix_.error_string(status);
  const bool lost = status == PMIX_ERR_UNREACH || status == PMIX_ERR_LOST_CONNECTION || status == PMIX_ERR_COMM_FAILURE;
  return Status::error(lost ? Code::kPeerLost : Code::kProtocol, "{} failed: {} ({}; {} from {})", what,
                       said == nullptr ? "unknown" : said, status, pmix_.get_version(), pmix_.file);
}

Status Client::handshake() {
  if (const pmix_status_t status = pmix_.init(&self_, nullptr, 0); status != PMIX_SUCCESS) {
    return failed("PMIx_Init, the handshake with the launcher's PMIx server,", status);
  }
  log_.info("boot: {} from {}, {} rank {}", pmix_.get_version(), pmix_.file, self_.nspace, self_.rank);
  std::optional<int> size;
  std::optional<int> here;
  std::optional<int> app;
  PENSTOCK_TRY(learn(PMIX_RANK_WILDCARD, PMIX_JOB_SIZE, &size));
  PENSTOCK_TRY(learn(PMIX_RANK_WILDCARD, PMIX_LOCAL_SIZE, &here));
  PENSTOCK_TRY(learn(self_.rank, PMIX_APPNUM, &app));
  if (!size || *size < 1 || self_.rank >= static_cast<pmix_rank_t>(*size)) {
    return Status::error(Code::kProtocol, "the launcher's PMIx says that this is rank {} of {}", self_.rank,
                         size ? std::to_string(*size) : "an unknown number");
  }
  size_ = *size;
  on_this_host_ = here.value_or(0);
  launcher_in_other_namespace_ = on_this_host_ == size_ && size_ > 1 && launcher_is_out_of_sight("PMIX_RANK");
  app_number_ = app.value_or(-1);
  return Status::ok();
}

Status Client::learn(pmix_rank_t of, const char* key, std::optional<int>* out) {
  pmix_proc_t who = self_;
  who.rank = of;
  Value value;
  const pmix_status_t status = pmix_.get(&who, key, nullptr, 0, value.out());
  if (status == PMIX_ERR_NOT_FOUND) return Status::ok();
  if (status != PMIX_SUCCESS || value.get() == nullptr) return failed(fmt::format("PMIx_Get of {}", key), status);
  const std::optional<std::uint64_t> number = number_in(*value.get());
  if (!number || *number > INT_MAX) {
    return Status::error(Code::kProtocol, "the launcher's PMIx gives {} as no number (type {})", key, value.get()->type);
  }
  *out = static_cast<int>(*number);
  return Status::ok();
}

Status Client::put(std::string_view key, std::span<const std::byte> value) {
  const std::string name = key_of(key);
  if (!fits(name)) return Status::error(Code::kInternal, "the boot key '{}' is too long for PMIx", name);
  pmix_value_t object{};
  object.type = PMIX_BYTE_OBJECT;
  object.data.bo.bytes = const_cast<char*>(reinterpret_cast<const char*>(value.data()));
  object.data.bo.size = value.size();
  const pmix_status_t status = pmix_.put(PMIX_GLOBAL, name.c_str(), &object);
  return status == PMIX_SUCCESS ? Status::ok()
                                : failed(fmt::format("PMIx_Put of {} bytes under {}", value.size(), name), status);
}

// The fence collects the data, so that values which a rank gets later are on its host already.
Status Client::fence() {
  if (const pmix_status_t status = pmix_.commit(); status != PMIX_SUCCESS) return failed("PMIx_Commit", status);
  const pmix_info_t collect = flag(PMIX_COLLECT_DATA);
  pmix_proc_t all = self_;
  all.rank = PMIX_RANK_WILDCARD;
  const pmix_status_t status = pmix_.fence(&all, 1, &collect, 1);
  return status == PMIX_SUCCESS ? Status::ok() : failed("PMIx_Fence, at which all ranks of the job meet,", status);
}

// The first lookup is restricted to this host: Slurm brings all values there at a fence. PRRTE asks the other host, and would
// wait for ever for a value that was never published.
Status Client::get(int rank, std::string_view key, std::vector<std::byte>* value) {
  const std::string name = key_of(key);
  if (!fits(name)) return Status::error(Code::kInternal, "the boot key '{}' is too long for PMIx", name);
  pmix_proc_t who = self_;
  who.rank = static_cast<pmix_rank_t>(rank);
  const pmix_info_t immediately = flag(PMIX_IMMEDIATE);
  Value found;
  pmix_status_t status = pmix_.get(&who, name.c_str(), &immediately, 1, found.out());
  if (status == PMIX_ERR_NOT_FOUND) {
    const pmix_info_t bounded = longest_search();
    status = pmix_.get(&who, name.c_str(), &bounded, 1, found.out());
  }
  if (status != PMIX_SUCCESS || found.get() == nullptr) {
    return failed(fmt::format("PMIx_Get of what rank {} published under {}", rank, name), status);
  }
  if (found.get()->type != PMIX_BYTE_OBJECT) {
    return Status::error(Code::kProtocol, "rank {} published {} as type {} of PMIx", rank, name, found.get()->type);
  }
  const pmix_byte_object_t& bytes = found.get()->data.bo;
  const auto* const first = reinterpret_cast<const std::byte*>(bytes.bytes);
  value->assign(first, first + bytes.size);
  return Status::ok();
}

Status Client::job_key(JobKey* out) {
  if (!job_key_) {
    JobKey key{};
    PENSTOCK_TRY(publish_job_key(*this, &key));
    job_key_ = key;
  }
  *out = *job_key_;
  return Status::ok();
}

Status Client::finalize() {
  const pmix_status_t status = pmix_.finalize(nullptr, 0);
  return status == PMIX_SUCCESS ? Status::ok() : failed("PMIx_Finalize", status);
}

void Client::abort(int exit_code, std::string_view why) {
  std::fflush(nullptr);
  log_.error("rank {} aborts the job: {}", rank(), why);
  const std::string text(why.substr(0, 1024));
  const pmix_status_t status = pmix_.abort(exit_code, text.c_str(), nullptr, 0);
  if (status != PMIX_SUCCESS) log_.error("{}", failed("PMIx_Abort", status).message());
  std::_Exit(exit_code);
}

}  // namespace penstock::boot::pmix
