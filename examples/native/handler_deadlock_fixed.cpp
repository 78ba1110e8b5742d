// A document with a user interface. Saving is done by a handler, "disk". The fix of
// handler_deadlock.cpp.
//
// save() waits without the mutex, and its message takes the mutex, as every autosave does.
//
//   mazurka check examples/native/handler_deadlock_fixed.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/handler_deadlock_fixed.cpp
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
    std::promise<void> written;
    const std::future<void> is_written = written.get_future();
    disk_.post([this, written = std::move(written)]() mutable {
      {
        const std::lock_guard lock(mutex_);
        saved_ = text_;
      }
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
