// Every edge is one message, straight between the users' buffers, and all are under way at the same time: one step, one message
// for each part. Applications choose few neighbours; a dense graph belongs to the other collectives.
#include "coll/neighbor/neighbor.hpp"
#include "coll/neighbor/neighborhood.hpp"

namespace penstock::coll {
namespace {

// Parts without bytes are no messages: both ends know the length. Receives are posted first, so that messages find them.
template <typename SentBy>
void exchange(Schedule& schedule, const Arguments& arguments, const SentBy& sent_by) {
  const Neighborhood& neighbors = *arguments.neighbors;
  const int rank = schedule.team().rank;
  const auto is_message = [rank](const Edge& edge, const proto::Buffer& part) {
    return edge.peer != kNobody && edge.peer != rank && part.bytes() != 0;
  };
  for (std::size_t i = 0; i < neighbors.in.size(); ++i) {
    const Edge& edge = neighbors.in[i];
    if (is_message(edge, arguments.recvs[i])) schedule.recv(arguments.recvs[i], edge.peer, edge.number);
  }
  for (std::size_t i = 0; i < neighbors.out.size(); ++i) {
    const Edge& edge = neighbors.out[i];
    if (is_message(edge, sent_by(i))) schedule.send(sent_by(i), edge.peer, edge.number);
  }
  for (const auto& loop : neighbors.loops) schedule.copy(arguments.recvs[loop.in], sent_by(loop.out));
}

}  // namespace

void neighbor_allgather_linear(Schedule& schedule, const Arguments& arguments) {
  exchange(schedule, arguments, [&](std::size_t /*i*/) -> const proto::Buffer& { return arguments.send; });
}

void neighbor_alltoall_linear(Schedule& schedule, const Arguments& arguments) {
  exchange(schedule, arguments, [&](std::size_t i) -> const proto::Buffer& { return arguments.sends[i]; });
}

}  // namespace penstock::coll
