// POCO: threads, events and mutexes.
// Right: the event is set after the value has been written.
#include <Poco/Event.h>
#include <Poco/Thread.h>
#include <cassert>

Poco::Event ready;
int value = 0;

void produce(void*) {
  value = 7;
  ready.set();
}

int main() {
  Poco::Thread producer;
  producer.start(produce);
  ready.wait();
  assert(value == 7);
  producer.join();
}
