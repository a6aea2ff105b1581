// This libpmix for tests has a job whose ranks are all the one process that loads it. PENSTOCK_TEST_PMIX is a list of words:
// "PMIx_Fence" makes that call fail, "size=3", "here=2" and "rank=1" describe the job, "nosize" hides its size, "text" returns
// numbers as text.
#include <pmix.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

namespace {

std::string_view words() {
  const char* const text = std::getenv("PENSTOCK_TEST_PMIX");
  return text == nullptr ? std::string_view() : text;
}

bool says(std::string_view word) {
  return words().find(word) != std::string_view::npos;
}

unsigned number(std::string_view name, unsigned otherwise) {
  const std::size_t at = words().find(name);
  if (at == std::string_view::npos) return otherwise;
  const std::string_view rest = words().substr(at + name.size());
  unsigned value = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), value);
  return value;
}

pmix_status_t result_of(const char* call) {
  return says(call) ? PMIX_ERR_UNREACH : PMIX_SUCCESS;
}

using Store = std::map<std::string, std::string>;
Store& put_so_far() {
  static Store store;
  return store;
}
Store& committed() {
  static Store store;
  return store;
}
Store& fenced() {
  static Store store;
  return store;
}

pmix_status_t give_number(unsigned value, pmix_value_t** out) {
  *out = static_cast<pmix_value_t*>(std::calloc(1, sizeof(pmix_value_t)));
  if (says("text")) {
    (*out)->type = PMIX_STRING;
    (*out)->data.string = strdup("three");
  } else {
    (*out)->type = PMIX_UINT32;
    (*out)->data.uint32 = value;
  }
  return PMIX_SUCCESS;
}

}  // namespace

extern "C" {

pmix_status_t PMIx_Init(pmix_proc_t* self, pmix_info_t*, size_t) {
  std::snprintf(self->nspace, sizeof self->nspace, "job-of-a-test");
  self->rank = number("rank=", 0);
  return result_of("PMIx_Init");
}

pmix_status_t PMIx_Finalize(const pmix_info_t*, size_t) {
  return result_of("PMIx_Finalize");
}

pmix_status_t PMIx_Abort(int status, const char* message, pmix_proc_t*, size_t) {
  std::fprintf(stderr, "PMIx_Abort(%d, %s)\n", status, message);
  return result_of("PMIx_Abort");
}

pmix_status_t PMIx_Put(pmix_scope_t scope, const char* key, pmix_value_t* value) {
  if (scope != PMIX_GLOBAL || value->type != PMIX_BYTE_OBJECT) return PMIX_ERR_BAD_PARAM;
  put_so_far()[key].assign(value->data.bo.bytes == nullptr ? "" : value->data.bo.bytes, value->data.bo.size);
  return result_of("PMIx_Put");
}

pmix_status_t PMIx_Commit(void) {
  committed() = put_so_far();
  return result_of("PMIx_Commit");
}

pmix_status_t PMIx_Fence(const pmix_proc_t* processes, size_t count, const pmix_info_t* info, size_t infos) {
  if (count != 1 || processes->rank != PMIX_RANK_WILDCARD) return PMIX_ERR_BAD_PARAM;
  if (infos == 1 && std::strcmp(info->key, PMIX_COLLECT_DATA) == 0) fenced() = committed();
  return result_of("PMIx_Fence");
}

pmix_status_t PMIx_Get(const pmix_proc_t*, const char* key, const pmix_info_t*, size_t, pmix_value_t** out) {
  const std::string_view wanted = key;
  if (says("PMIx_Get") && wanted.starts_with("penstock.")) return PMIX_ERR_LOST_CONNECTION;
  if (wanted == PMIX_JOB_SIZE) return says("nosize") ? PMIX_ERR_NOT_FOUND : give_number(number("size=", 1), out);
  if (wanted == PMIX_LOCAL_SIZE) return give_number(number("here=", 1), out);
  if (wanted == PMIX_APPNUM) return says("noapp") ? PMIX_ERR_NOT_FOUND : give_number(0, out);
  const auto found = fenced().find(key);
  if (found == fenced().end()) return PMIX_ERR_NOT_FOUND;
  *out = static_cast<pmix_value_t*>(std::calloc(1, sizeof(pmix_value_t)));
  (*out)->type = says("nobytes") ? PMIX_UINT32 : PMIX_BYTE_OBJECT;
  if (says("nobytes")) return PMIX_SUCCESS;
  (*out)->data.bo.bytes = static_cast<char*>(std::malloc(found->second.size() + 1));
  (*out)->data.bo.size = found->second.size();
  std::memcpy((*out)->data.bo.bytes, found->second.data(), found->second.size());
  return PMIX_SUCCESS;
}

const char* PMIx_Error_string(pmix_status_t) {
  return "AN-ERROR-OF-THE-TEST";
}

const char* PMIx_Get_version(void) {
  return "PMIx of a test";
}

}  // extern "C"
