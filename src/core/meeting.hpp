// What the members of a communicator find out together, by messages, while each does something else.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "coll/board/board.hpp"
#include "coll/device/card.hpp"
#include "coll/device/device_team.hpp"
#include "coll/schedule/schedule.hpp"
#include "core/comm.hpp"

namespace penstock::core {

// One meeting. Members of a host map each other's boards, unless they have done so; if all have those and all use CUDA they map
// a little memory of each other's GPUs; with those they find out whether they have rings, or a communicator of NCCL's, where
// calls have use for them. What all have, the communicator uses from then on.
class Meeting {
 public:
  // How this rank stands to GPUs: it works on one, or on none by now, or will never do so.
  struct Device {
    enum class Use : std::int32_t { kNever, kNotYet, kNow } use;
    int device;
  };
  // Asked by a thread of the program, whose device it is.
  [[nodiscard]] static Device device_of(Process& process);

  // In front of the collective of that `number`; the `count`-th of the communicator. All members say the same.
  Meeting(Comm& comm, std::uint64_t number, std::uint32_t count, Device device);
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;
  ~Meeting();

  // Begins, then goes on; true once it is over. `waits` as Schedule::start().
  bool advance(bool waits);

  // Once it is over. A failure of a message, which not all members need to see: the communicator goes on as before.
  [[nodiscard]] Status& status() noexcept { return status_; }
  // Whether another one could find out more; the same on all members, unless a message failed.
  [[nodiscard]] bool left_open() const noexcept { return left_open_; }

 private:
  enum class Stage : std::uint8_t { kBegin, kOffers, kOpens, kUses, kCards, kReaches, kRings, kReachesRings, kNccl, kOver };

  void next(bool waits);
  void offer_board(bool waits);
  void open_board(bool waits);
  void use_board(bool waits);
  void ask_for_devices(bool waits);
  void open_devices(bool waits);
  void reach_devices(bool waits);
  void use_devices();
  void offer_rings(bool waits);
  void reach_rings(bool waits);
  void use_rings(bool waits);
  void begin_nccl(bool waits);
  // `mine` and `all` stay until the stage's turn.
  template <typename T>
  void exchange(Stage stage, const T& mine, std::vector<T>* all, bool waits);
  // An answer of each, in the words of `answers_`.
  void tell(Stage stage, int mine, bool waits);
  [[nodiscard]] bool all_say(int answer) const noexcept;
  // What those say who may share memory with this rank.
  template <typename T>
  [[nodiscard]] std::vector<T> of_sharers(const std::vector<T>& all) const;

  Comm& comm_;
  Process& process_;
  std::unique_ptr<coll::Schedule> schedule_;
  std::uint64_t number_;
  std::uint32_t first_exchange_;
  Device device_;
  Stage stage_ = Stage::kBegin;
  bool left_open_ = true;
  coll::BoardOffer offer_;
  std::vector<coll::BoardOffer> offers_;
  std::unique_ptr<coll::Board> board_;
  int answer_ = 0;
  std::vector<int> answers_;
  coll::DeviceCard card_;
  std::vector<coll::DeviceCard> cards_;
  coll::RingsCard rings_card_;
  std::vector<coll::RingsCard> rings_cards_;
  std::unique_ptr<coll::DeviceTeam> devices_;
  Status reached_;  // GPUs of the others, by this one
  Status status_;
};

}  // namespace penstock::core
