// The chat client of chat_client.mzk as a C++ program: pressing "send" stores the text of the input
// field, and a background thread reads the field again and sends that. A double click on a name in
// between changes the text.
//
//   mazurka robust examples/robust/chat_client.cpp
//   mazurka robust -D FIXED=1 examples/robust/chat_client.cpp
//
// There is no assertion, and a lock protects the text, so there is no data race either: that the
// events overlap is the bug. The traces: the double click comes before the key, between the two
// reads of the text, or after both; with -D FIXED=1 there is one read.
//
// traces: 3
// robust: violated
// traces -D FIXED=1: 2
// robust -D FIXED=1: holds
#include <mutex>
#include <thread>

#include <mazurka/mazurka.h>

enum Text { nothing, hello, hello_foo };

static std::mutex field;
static Text text = hello;
static Text command = nothing;
static Text sent = nothing;

static Text read_text() {
  const std::lock_guard lock(field);
  return text;
}

static void send() {
#if FIXED
  sent = command;
#else
  sent = read_text();
#endif
}

static void on_key(void*) {
  command = read_text();
  std::thread(send).detach();
}

static void on_double_click(void*) {
  const std::lock_guard lock(field);
  text = hello_foo;
}

int main() {
  mz_handler* ui = mz_handler_create("ui", MZ_MULTISET);
  mz_post(ui, on_key, nullptr);
  mz_post(ui, on_double_click, nullptr);
}
