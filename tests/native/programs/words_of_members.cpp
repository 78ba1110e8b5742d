// A report names a member of a heap object by its class. Two plain increments, each a read and a
// write: 4 traces, as in plain_increment.c.
// traces: 4
// errors: data_race
// says: data race on Session::log_
// never says: data race on heap
#include <memory>
#include <thread>

struct Session {
  int id = 0;
  int log_ = 0;
  void add() { ++log_; }
};

int main() {
  auto session = std::make_unique<Session>();
  std::thread thread([&] { session->add(); });
  session->add();
  thread.join();
}
