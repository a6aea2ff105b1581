// Measures messages between two hosts: the limit of eager messages, and the pieces of larger ones.
#include <algorithm>

#include <fmt/format.h>

#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

// These are fractions of the whole time.
constexpr double kMessage = 0.1;
constexpr double kStream = 0.1;
constexpr double kChunk = 0.15;

Contest contest_of(const Plan& plan, const char* what, const char* measure, const char* name, double share) {
  Contest contest{.what = what, .job = {.measure = measure}, .candidates = {}, .seconds = share * plan.seconds};
  contest.job.launch = plan.launch;
  contest.job.environment = {{"PENSTOCK_NET", "always"}};
  contest.candidates.push_back({{name, plan.settings.config.get(name)}});
  return contest;
}

void add(Contest* contest, const Plan& plan, std::initializer_list<const char*> values) {
  const Setting in_force = contest->candidates.front().front();
  for (const char* value : values) {
    if (value == in_force.value) continue;
    contest->candidates.push_back({{in_force.name, value}});
    if (plan.quick && contest->candidates.size() == 3) return;
  }
}

Contest message_contest(const Plan& plan) {
  Contest contest = contest_of(plan, "messages between hosts", "pingpong", "PENSTOCK_NET_MESSAGE", kMessage);
  contest.job.sizes = {4 << 10, 12 << 10, 24 << 10, 48 << 10, 96 << 10};
  if (plan.quick) contest.job.sizes = {24 << 10};
  add(&contest, plan, {"17K", "33K", "65K", "129K", "257K"});
  return contest;
}

Contest stream_contest(const Plan& plan) {
  Contest contest = contest_of(plan, "streams of host memory", "stream", "PENSTOCK_NET_STREAM", kStream);
  contest.job.sizes = {1 << 20, 4 << 20, 16 << 20};
  if (plan.quick) contest.job.sizes = {4 << 20};
  add(&contest, plan, {"1M", "2M", "4M", "8M", "16M", "64M"});
  return contest;
}

Contest chunk_contest(const Plan& plan) {
  Contest contest = contest_of(plan, "pieces of GPU memory between hosts", "stream", "PENSTOCK_NET_CHUNK", kChunk);
  contest.job.sizes = {1 << 20, 4 << 20, 16 << 20};
  if (plan.quick) contest.job.sizes = {4 << 20};
  contest.job.device = true;
  add(&contest, plan, {"128K", "256K", "512K", "1M", "2M", "4M"});
  return contest;
}

}  // namespace

void plan_net(const Plan& plan, Meter& meter) {
  meter.plan((kMessage + kStream + (plan.gpus > 0 ? kChunk : 0)) * plan.seconds);
}

Status tune_net(const Plan& plan, Meter& meter, Findings* out) {
  PENSTOCK_TRY(hold(message_contest(plan), plan, meter, out));
  PENSTOCK_TRY(hold(stream_contest(plan), plan, meter, out));
  if (plan.gpus > 0) return hold(chunk_contest(plan), plan, meter, out);
  out->skipped.emplace_back("pieces of GPU memory between hosts: this machine has no GPU");
  return Status::ok();
}

}  // namespace penstock::tool
