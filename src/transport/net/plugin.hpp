// What the runtime asks of a network plug-in: a shared library of its own, so that nothing of a network is linked or loaded
// where a job stays on one host. Plain functions and structures: the two may be built by different compilers.
//
// Used by one thread at a time, not always the same one. Nothing blocks but open(), close() and cancel(). A call that fails
// writes one sentence with cause and remedy to `why`.
#pragma once

#include <cstddef>
#include <cstdint>

inline constexpr std::uint32_t kPenstockNetVersion = 4;
// The one symbol of a plug-in: a penstock_net_entry.
inline constexpr const char* kPenstockNetEntry = "penstock_net_plugin_table";

enum penstock_net_result : std::int32_t {
  PENSTOCK_NET_DONE = 0,
  PENSTOCK_NET_PENDING = 1,  // not yet: again after progress()
  PENSTOCK_NET_ERROR = 2,
  PENSTOCK_NET_PEER_LOST = 3,    // the process at the other end, or the way to it, is gone for good
  PENSTOCK_NET_UNSUPPORTED = 4,  // this machine lacks what the plug-in needs
};

struct penstock_net_why {
  char text[512];
};

// What a stream is of.
enum penstock_net_memory : std::int32_t { PENSTOCK_NET_HOST = 0, PENSTOCK_NET_CUDA = 1 };

struct penstock_net_options {
  int rank;
  int size;
  std::size_t max_message;  // bytes of one send()
  int window;               // most send()s that may be under way; further ones are PENDING
  const char* library;      // the network library's file; empty: looked for
  int allow_shared_memory;  // also between processes of this host; 0: those have better ways
  const char* devices;      // by the library's names, with commas between; empty: as the library chooses
  int one_device;           // not 0: this rank uses one of them alone
  int rails;                // most devices that a peer's large messages are spread over; 0: as the library chooses
  int silence_seconds;      // a peer that owes an answer for so long is lost
  const char* congestion;   // of TCP connections: an algorithm's name, "keep" or "auto"
  int gpu;                  // not 0: streams may be of GPU memory, where the network's devices reach it themselves
};

struct penstock_net_moved {
  int delivered;  // messages
  int lost;       // the peer, with PEER_LOST
  int worked;     // not 0: something happened, be it inside the network's library alone
};

struct penstock_net;         // an open network
struct penstock_net_op;      // one end of a stream, or an operation on memory of a peer
struct penstock_net_region;  // memory of this process that peers may reach
struct penstock_net_rkey;    // how one peer's region is reached

// Who does operations on memory of a peer.
enum penstock_net_reach : std::int32_t {
  PENSTOCK_NET_BY_LIBRARY = 0,  // the library in the peer's process, when that process makes progress
  PENSTOCK_NET_BY_DEVICE = 1,   // the network's devices, where both ends have them
};

// On unsigned integers of 4 or 8 bytes.
enum penstock_net_atomic : std::int32_t {
  PENSTOCK_NET_ADD = 0,
  PENSTOCK_NET_AND = 1,
  PENSTOCK_NET_OR = 2,
  PENSTOCK_NET_XOR = 3,
  PENSTOCK_NET_SWAP = 4,
  PENSTOCK_NET_COMPARE_SWAP = 5,
};
struct penstock_net_atomic_call {
  penstock_net_atomic op;
  std::uint32_t width;
  std::uint64_t remote;  // address in the peer's process, a multiple of the width
  std::uint64_t operand;
  std::uint64_t compare;
  void* result;  // gets the old value; lies still until the operation is over
};

// One message, whole, in the order in which its sender sent. `data` is valid during the call. send() may be called.
using penstock_net_deliver = void (*)(void* context, int peer, const void* data, std::size_t bytes);

struct penstock_net_plugin {
  std::uint32_t version;  // kPenstockNetVersion
  const char* name;       // "ucx"

  penstock_net_result (*open)(const penstock_net_options* options, penstock_net** out, penstock_net_why* why);
  void (*close)(penstock_net* net);
  // Which library in which version from which file: for the log. Valid until close().
  const char* (*description)(const penstock_net* net);
  // What peers need to connect. Valid until close().
  penstock_net_result (*address)(penstock_net* net, const void** data, std::size_t* bytes, penstock_net_why* why);
  // Makes the peer known, once, before anything is sent to it or streamed; connecting goes on behind.
  penstock_net_result (*connect)(penstock_net* net, int peer, const void* address, std::size_t bytes, penstock_net_why* why);

  // Takes header and payload at once, or not at all (PENDING).
  penstock_net_result (*send)(penstock_net* net, int peer, const void* header, std::size_t header_bytes, const void* payload,
                              std::size_t payload_bytes, penstock_net_why* why);
  // Delivers what has arrived. PEER_LOST is told once for each peer; the others go on.
  penstock_net_result (*progress)(penstock_net* net, penstock_net_deliver deliver, void* context, penstock_net_moved* moved,
                                  penstock_net_why* why);
  // DONE once nothing that send() took, and a peer takes, is in this process any more. Bounded in time.
  penstock_net_result (*drain)(penstock_net* net);

  // Whether streams may be of GPU memory, after what the options ask for and this machine has.
  int (*streams_device)(const penstock_net* net);
  // A stream: `bytes` of contiguous memory to where the receiver has called receive() with the same token before the
  // sender hears of it. Tokens are the receiver's, unique among its streams under way. Memory lies still until test() says
  // DONE or an error, or cancel() returns; either ends the operation.
  penstock_net_result (*receive)(penstock_net* net, int peer, std::uint64_t token, void* to, std::size_t bytes,
                                 penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*stream)(penstock_net* net, int peer, std::uint64_t token, const void* from, std::size_t bytes,
                                penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*test)(penstock_net* net, penstock_net_op* op, penstock_net_why* why);
  void (*cancel)(penstock_net* net, penstock_net_op* op);

  // Memory that peers may reach, until mem_unmap(): no peer has its key then.
  penstock_net_result (*mem_map)(penstock_net* net, void* address, std::size_t bytes, penstock_net_memory memory,
                                 penstock_net_region** out, penstock_net_why* why);
  void (*mem_unmap)(penstock_net* net, penstock_net_region* region);
  // What peers need to reach it. Valid until mem_unmap().
  penstock_net_result (*rkey_pack)(penstock_net* net, penstock_net_region* region, const void** data, std::size_t* bytes,
                                   penstock_net_why* why);
  // A connected peer's. The bytes are what that peer's rkey_pack() gave: who takes them in has checked that they are whole.
  penstock_net_result (*rkey_unpack)(penstock_net* net, int peer, const void* data, std::size_t bytes, penstock_net_rkey** out,
                                     penstock_net_why* why);
  void (*rkey_destroy)(penstock_net* net, penstock_net_rkey* key);
  penstock_net_reach (*reach)(const penstock_net* net);
  // DONE: local memory may be used again, and a get's bytes, or an atomic's old value, are here; flush() makes the rest
  // visible. PENDING: not yet, `out` is for test(). Memory lies still until then. cancel() takes nothing back, but waits.
  penstock_net_result (*put)(penstock_net* net, penstock_net_rkey* key, std::uint64_t remote, const void* from,
                             std::size_t bytes, penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*get)(penstock_net* net, penstock_net_rkey* key, std::uint64_t remote, void* to, std::size_t bytes,
                             penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*atomic)(penstock_net* net, penstock_net_rkey* key, const penstock_net_atomic_call* call,
                                penstock_net_op** out, penstock_net_why* why);
  // All puts and atomics to the peer so far are visible there once it is DONE, or `out` is. fence(): before later ones.
  penstock_net_result (*flush)(penstock_net* net, int peer, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*fence)(penstock_net* net, penstock_net_why* why);

  // A descriptor that becomes readable when there is work for progress(), armed by arm(). PENDING: there is already, and it is
  // not armed.
  int (*event_fd)(penstock_net* net);
  penstock_net_result (*arm)(penstock_net* net, penstock_net_why* why);
};

using penstock_net_entry = const penstock_net_plugin* (*)();
