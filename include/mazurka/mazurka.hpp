// Handlers for C++: mazurka::handler owns one of mazurka.h and takes any callable as a message.
//
//   mazurka::handler ui{"ui", mazurka::fifo};
//   ui.post([&] { title = "ready"; });
//   ui.join();
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "mazurka/mazurka.h"

namespace mazurka {

enum discipline { multiset = MZ_MULTISET, fifo = MZ_FIFO };

// The constructor starts the thread, and the destructor joins it. As with other objects, the caller
// of post() must ensure that the handler still exists.
class handler {
 public:
  explicit handler(const char* name, discipline order = multiset)
      : handle_(mz_handler_create(name, static_cast<mz_discipline>(order))) {}
  handler(handler&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), is_joined_(other.is_joined_) {}
  handler& operator=(handler&&) = delete;
  ~handler() {
    if (handle_ != nullptr && !is_joined_) mz_handler_join(handle_);
  }

  // Posts a message; never blocks. A callable may be move-only; it is destroyed once run or
  // dropped.
  template <class Callable>
  void post(Callable&& callable) {
    using Message = std::decay_t<Callable>;
    static_assert(std::is_invocable_v<Message>, "a message is called without arguments");
    auto message = std::make_unique<Message>(std::forward<Callable>(callable));
    mz_post_owned(handle_, &run<Message>, &drop<Message>, message.release());
  }

  // Posts a message after a delay: at any later time. It is dropped if the handler has quit or was
  // joined by then.
  template <class Callable>
  void post_delayed(Callable&& callable) {
    using Message = std::decay_t<Callable>;
    static_assert(std::is_invocable_v<Message>, "a message is called without arguments");
    auto message = std::make_unique<Message>(std::forward<Callable>(callable));
    mz_post_delayed_owned(handle_, &run<Message>, &drop<Message>, message.release());
  }

  // Drops the messages in the mailbox and all later posts. The running message is the last one.
  void quit() { mz_handler_quit(handle_); }

  // Waits until the handler has quit, or is idle with an empty mailbox, and ends it. Does not touch
  // what post() reads, so that a concurrent post never races with it.
  void join() {
    is_joined_ = true;
    mz_handler_join(handle_);
  }

  // Returns the handler for the functions of mazurka.h.
  [[nodiscard]] mz_handler* get() const { return handle_; }

 private:
  template <class Message>
  static void run(void* message) {
    std::move (*std::unique_ptr<Message>(static_cast<Message*>(message)))();
  }
  template <class Message>
  static void drop(void* message) {
    delete static_cast<Message*>(message);
  }

  mz_handler* handle_;
  bool is_joined_ = false;
};

}  // namespace mazurka
