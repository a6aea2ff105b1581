// Builders that are being written: each is replaced, when linked, by the real one of the same name. Deleted when none is left.
#include "coll/select/select.hpp"

namespace penstock::coll {

[[gnu::weak]] void build_gatherv(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_scatter(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_scatterv(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_allgatherv(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_alltoall(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_alltoallw(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_reduce(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_reduce_scatter_block(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_reduce_scatter(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_scan(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }
[[gnu::weak]] void build_exscan(Schedule& schedule, const Arguments&) { schedule.fail(Status::error(Code::kUnsupported, "not written yet")); }

}  // namespace penstock::coll
