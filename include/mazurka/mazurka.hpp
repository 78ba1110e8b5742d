// Handlers and mailboxes for C++: mazurka::handler owns a handler of mazurka.h and takes any
// callable as a message; mazurka::mailbox<T> owns a mailbox for messages of type T.
//
//   mazurka::handler ui{"ui", mazurka::fifo};
//   ui.post([&] { title = "ready"; });
//   ui.join();
//
//   mazurka::mailbox<int> numbers{"numbers"};
//   numbers.send(3);                                             // any thread
//   int n = numbers.receive();                                   // one thread
//   int even = numbers.receive([](int n) { return n % 2 == 0; });
//   if (std::optional<int> now = numbers.try_receive()) { … }
#pragma once

#include <memory>
#include <optional>
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

// A queue of messages. Any thread may send; one thread receives, the first one that does so. The
// destructor destroys what is left in it; as with other objects, nobody may use it then.
template <class T>
class mailbox {
 public:
  explicit mailbox(const char* name = "mailbox") : handle_(mz_mailbox_create(name)) {}
  mailbox(const mailbox&) = delete;
  mailbox& operator=(const mailbox&) = delete;
  ~mailbox() { mz_mailbox_destroy(handle_, &drop); }

  // Puts a message into the mailbox; never blocks.
  void send(T message) { mz_send(handle_, 0, new T(std::move(message))); }

  // Takes the first message in the order of arrival. Blocks until there is one.
  T receive() { return taken(mz_receive(handle_, nullptr, nullptr)); }
  // Takes the first message for which matches(message) is true, and leaves the others. `matches`
  // must not have effects.
  template <class Matches>
  T receive(Matches matches) {
    return taken(mz_receive(handle_, &call<Matches>, &matches));
  }

  // Do not block: return nothing if there is no such message now.
  std::optional<T> try_receive() { return try_taken(nullptr, nullptr); }
  template <class Matches>
  std::optional<T> try_receive(Matches matches) {
    return try_taken(&call<Matches>, &matches);
  }

  // Returns the mailbox for the functions of mazurka.h. Messages are pointers to T.
  [[nodiscard]] mz_mailbox* get() const { return handle_; }

 private:
  template <class Matches>
  static int call(int, void* message, void* matches) {
    static_assert(std::is_invocable_r_v<bool, Matches, const T&>,
                  "what a receive looks for is a function of a message");
    return (*static_cast<Matches*>(matches))(*static_cast<const T*>(message)) ? 1 : 0;
  }
  static void drop(int, void* message) { delete static_cast<T*>(message); }
  static T taken(mz_message message) {
    const std::unique_ptr<T> owned(static_cast<T*>(message.pointer));
    return std::move(*owned);
  }
  std::optional<T> try_taken(mz_matches matches, void* argument) {
    mz_message message;
    if (!mz_try_receive(handle_, matches, argument, &message)) return std::nullopt;
    return taken(message);
  }

  mz_mailbox* handle_;
};

}  // namespace mazurka
