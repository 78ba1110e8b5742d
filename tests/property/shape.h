// Which statements a random program may contain, and how many.
#pragma once

#include <span>
#include <string_view>

namespace mazurka::property {

struct Range {
  int low = 0;
  int high = 0;
};

// The relative weight of each kind of statement. 0: never.
struct Mix {
  int read = 3;
  int write = 4;
  int update = 0;     // fetch_add, exchange, cas
  int compare = 0;    // cas alone, mostly with a result that decides what follows
  int branch = 0;     // on a shared value or a register
  int loop = 0;       // for, and bounded polling of a shared value
  int section = 0;    // lock … unlock
  int trylock = 0;    // with branches
  int wait = 0;       // on a condition variable, under a lock
  int notify = 0;     // signal, broadcast
  int arrive = 0;     // at a barrier
  int await = 0;      //
  int choose = 0;     //
  int assume = 0;     //
  int assertion = 0;  // usually fails in some executions
  int send = 0;       // of a message to a thread that starts with the program
  int receive = 0;    // with patterns, guards and `after`
};

struct Shape {
  Range threads = {2, 3};
  Range spawned = {0, 0};  // bodies of threads that are spawned
  Range messages = {0, 0};
  Range procedures = {0, 0};
  Range thread_statements = {1, 3};  // not counting statements that create tasks
  Range message_statements = {1, 2};
  Mix thread = {};
  Mix message = {};

  Range variables = {1, 2};
  int arrays = 10;  // per cent of the variables
  Range locks = {0, 0};
  int conditions = 0;
  Range barriers = {0, 0};
  Range parties = {2, 3};  // how many arrivals fill a round
  Range handlers = {0, 0};
  int fifo = 0;  // per cent of the handlers

  // Percentages:
  int nested_locks = 0;      // of the sections: another section within
  int left_held = 0;         // of the sections
  int joins = 0;             // of the spawns
  int cancels = 0;           // of the spawns and delayed posts
  int created_by_tasks = 0;  // of the messages and spawned threads: not created by a first thread
  int posted_again = 0;      // of the messages and spawned threads
  int parameters = 0;        // of the messages, spawned threads and procedures
  int delayed = 0;           // of the posts
  int conditional = 0;       // of the posts: they wait for a value
  int recursive = 0;         // of the procedures with parameters
  bool messages_spawn = false;

  int max_events = 12;  // of the longest execution, roughly
};

struct NamedShape {
  std::string_view name;
  Shape shape;
};

// Returns all shapes; those without handlers come first.
[[nodiscard]] std::span<const NamedShape> shapes();

}  // namespace mazurka::property
