// A registry of names after gproc, as bench/models/messages/process_registry.mzk: two processes
// register the same name, and a client waits for whoever has it.
//
// The requests of the two processes and of the client reach the registry in 3! orders. Whoever has
// the name gets a greeting from the client and one reply from the registry, and both go into its
// mailbox. The client greets only after the registry has named the owner, and the registry replies
// to the owner before it names it, so these two have one order. The client gets the answer of the
// registry and then that of the owner. So there are 6 traces.
//
// traces: 6
// brute force: 6
#include <cassert>
#include <thread>

#include <mazurka/mazurka.hpp>

struct Process;
struct Mail {
  enum Kind { registered, refused, at, hello } kind;
  Process* who;
};
struct Process {
  mazurka::mailbox<Mail> box{"process"};
};
struct Request {
  bool asks_where;
  Process* from;
};

int main() {
  mazurka::mailbox<Request> registry{"registry"};
  Process first, second, client;
  std::thread runs_registry([&] {
    Process* owner = nullptr;
    for (int requests = 3; requests > 0; --requests) {
      // A question that cannot be answered yet stays in the mailbox.
      const auto request =
          registry.receive([&](const Request& r) { return !r.asks_where || owner != nullptr; });
      if (request.asks_where) {
        request.from->box.send({Mail::at, owner});
      } else if (owner == nullptr) {
        owner = request.from;
        request.from->box.send({Mail::registered, owner});
      } else {
        request.from->box.send({Mail::refused, owner});
      }
    }
  });
  const auto process = [&](Process& self) {
    registry.send({false, &self});
    if (self.box.receive().kind == Mail::refused) return;
    const Mail greeting = self.box.receive();
    assert(greeting.kind == Mail::hello);
    greeting.who->box.send({Mail::hello, &self});
  };
  std::thread runs_first([&] { process(first); });
  std::thread runs_second([&] { process(second); });
  registry.send({true, &client});
  Process* const owner = client.box.receive().who;
  owner->box.send({Mail::hello, &client});
  assert(client.box.receive().who == owner);
  runs_first.join();
  runs_second.join();
  runs_registry.join();
}
