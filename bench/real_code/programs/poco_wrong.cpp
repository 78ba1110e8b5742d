// POCO: threads, events and mutexes.
// Wrong: an event is used as a counter: two calls of set() may wake only one wait().
#include <Poco/Event.h>
#include <Poco/Thread.h>

Poco::Event item_added;  // resets itself

void consume_two_items(void*) {
  item_added.wait();
  item_added.wait();
}

int main() {
  Poco::Thread consumer;
  consumer.start(consume_two_items);
  item_added.set();
  item_added.set();
  consumer.join();
}
