// A document with a user interface. Saving is done by a handler, "disk". The program freezes when
// the user saves at the wrong moment.
//
// save() holds the mutex while it waits for the disk. The message of save() does not need the
// mutex, but an autosave before it does, and a handler runs one message at a time: the autosave
// waits for the mutex, the message of save() waits behind the autosave, and save() waits for its
// message. There is only one mutex, so no lock order is violated; the handler is the other half of
// the cycle.
//
//   mazurka check examples/native/handler_deadlock.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/handler_deadlock.cpp
#include <cassert>
#include <future>
#include <mutex>
#include <string>
#include <utility>

#include <mazurka/mazurka.hpp>

namespace {

class Document {
 public:
  explicit Document(mazurka::handler& disk) : disk_(disk) {}

  // Every few seconds, on the disk's own thread.
  void autosave() {
    disk_.post([this] {
      const std::lock_guard lock(mutex_);
      saved_ = text_;
    });
  }

  // The user presses the key, and waits until it is on the disk.
  void save() {
    const std::lock_guard lock(mutex_);
    std::promise<void> written;
    const std::future<void> is_written = written.get_future();
    disk_.post([this, written = std::move(written)]() mutable {
      saved_ = text_;
      written.set_value();
    });
    is_written.wait();
  }

  void type(const std::string& more) {
    const std::lock_guard lock(mutex_);
    text_ += more;
  }

  [[nodiscard]] std::string saved() {
    const std::lock_guard lock(mutex_);
    return saved_;
  }

 private:
  mazurka::handler& disk_;
  std::mutex mutex_;
  std::string text_;
  std::string saved_;
};

}  // namespace

int main() {
  mazurka::handler disk{"disk", mazurka::fifo};
  Document document(disk);
  document.type("hello");
  document.autosave();
  document.save();
  assert(document.saved() == "hello");
  disk.join();
}
