// A connection that reads from the network on a handler and logs what it got. It crashes
// occasionally at shutdown.
//
// The message keeps a plain pointer to the session. Nothing makes close() wait for the messages
// that are still in the mailbox: if one of them runs after the session was freed, it writes to
// freed memory. In most runs the message is faster, or the memory still has its old content.
// Mazurka runs both orders and reports the access, with the location where the session was freed.
//
//   mazurka check examples/native/use_after_free.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/use_after_free.cpp
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
      : network_(network), session_(std::make_unique<Session>()) {}

  void receive(int bytes) {
    Session* session = session_.get();
    network_.post([session, bytes] { session->received += bytes; });
  }

  // The user closes the window.
  void close() { session_.reset(); }

 private:
  mazurka::handler& network_;
  std::unique_ptr<Session> session_;
};

}  // namespace

int main() {
  mazurka::handler network{"network", mazurka::fifo};
  Connection connection(network);
  connection.receive(100);
  connection.close();
  network.join();
}
