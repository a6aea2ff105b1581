// A level-synchronous breadth-first search; the channel carries found vertices to their owners.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "graph.hpp"
#include "hybrid/threads.hpp"

namespace bench::hybrid {

// The pair that is sent: a vertex, by its number at its owner, and its parent.
struct Found {
  Vertex child, parent;
};

// A channel has these functions, all of which may call visit:
//   send(thread, owner, found, visit)   from any thread of the rank, each with its own number
//   flush(thread, visit)                sends the blocks that send() holds back
//   poll(visit)                         from any thread: calls visit(found) for each vertex that has arrived
//   finish(visit)                       collective, by one thread: visits all vertices that were sent in this level
class Search {
  auto visitor(int thread) {
    return [this, thread](Found found) { visit(thread, found); };
  }

 public:
  Search(const Graph& graph, int threads)
      : graph_(graph), threads_(threads), parents_(graph.own_vertices()), next_(static_cast<std::size_t>(threads)) {}

  // Searches from `root`; afterwards parents() is the tree below it. Collective.
  template <typename Channel>
  void run(Vertex root, Channel& channel) {
    begin(root);
    for (std::uint64_t anywhere = 1; anywhere != 0;) {
      std::atomic<std::size_t> at{0};
      on_threads(threads_, [&](int thread) {
        const auto visit = visitor(thread);
        for (std::size_t i = at.fetch_add(kChunk); i < frontier_.size(); i = at.fetch_add(kChunk)) {
          expand(thread, i, channel, visit);
          channel.poll(visit);
        }
        channel.flush(thread, visit);
      });
      channel.finish(visitor(0));
      anywhere = advance();
    }
  }

  // The parent of each local vertex: the root itself at the root, kNoVertex for a vertex that was not reached.
  [[nodiscard]] std::vector<Vertex>& parents() { return parents_; }

 private:
  static constexpr std::size_t kChunk = 64;  // vertices that a thread takes at a time

  void visit(int thread, Found found) {
    const std::atomic_ref<Vertex> parent(parents_[found.child]);
    Vertex none = kNoVertex;
    if (parent.load(std::memory_order_relaxed) != kNoVertex) return;
    if (parent.compare_exchange_strong(none, found.parent, std::memory_order_relaxed)) {
      next_[static_cast<std::size_t>(thread)].found.push_back(found.child);
    }
  }

  template <typename Channel, typename Visit>
  void expand(int thread, std::size_t from, Channel& channel, const Visit& visit) {
    const std::size_t end = std::min(from + kChunk, frontier_.size());
    for (std::size_t i = from; i < end; ++i) {
      const Vertex parent = graph_.number_among_all(frontier_[i]);
      for (const Vertex child : graph_.neighbours(frontier_[i])) {
        const int owner = graph_.owner(child);
        const Found found{child - static_cast<Vertex>(owner) * graph_.block(), parent};
        if (owner == graph_.rank()) {
          visit(found);
        } else {
          channel.send(thread, owner, found, visit);
        }
      }
    }
  }

  void begin(Vertex root);
  // Makes the next level the frontier. Returns the number of its vertices on all ranks. Collective.
  std::uint64_t advance();

  struct alignas(64) Next {
    std::vector<Vertex> found;
  };

  const Graph& graph_;
  const int threads_;
  std::vector<Vertex> parents_, frontier_;
  std::vector<Next> next_;  // by thread
};

}  // namespace bench::hybrid
