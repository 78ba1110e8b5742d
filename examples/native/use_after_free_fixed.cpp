// A connection that reads from the network on a handler and logs what it got. The fix of
// use_after_free.cpp.
//
// The message shares the session: it lives until the last message that uses it has run.
//
//   mazurka check examples/native/use_after_free_fixed.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/use_after_free_fixed.cpp
#include <cassert>
#include <memory>
#include <string>

#include <mazurka/mazurka.hpp>

namespace {

struct Session {
  std::string user = "alice";
  int received = 0;
};

class Connection {
 public:
  explicit Connection(mazurka::handler& network)
      : network_(network), session_(std::make_shared<Session>()) {}

  void receive(int bytes) {
    network_.post([session = session_, bytes] { session->received += bytes; });
  }

  // The user closes the window.
  void close() { session_.reset(); }

 private:
  mazurka::handler& network_;
  std::shared_ptr<Session> session_;
};

}  // namespace

int main() {
  mazurka::handler network{"network", mazurka::fifo};
  Connection connection(network);
  connection.receive(100);
  connection.close();
  network.join();
}
