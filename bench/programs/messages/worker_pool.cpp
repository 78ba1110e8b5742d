// A pool of workers after poolboy, as bench/models/messages/worker_pool.mzk, with one worker, one
// client that gives up if it does not get the worker at once, and one that waits.
//
// With CANCEL = 0 the pool forgets to take the worker back from a client that has given up, and the
// other client waits for ever.
//
// traces: any
// traces -D CANCEL=0: any
// finds -D CANCEL=0: deadlock
#include <cassert>
#include <thread>
#include <utility>

#include <mazurka/mazurka.hpp>

#ifndef CANCEL
#define CANCEL 1
#endif

struct Worker;

struct Reply {
  Worker* worker;  // granted, or null: a result
  int result;
};
struct Client {
  mazurka::mailbox<Reply> box{"client"};
};
struct Job {
  Client* client;  // null: stop
  int number;
};
struct Worker {
  mazurka::mailbox<Job> box{"worker"};
  void run() {
    for (Job job = box.receive(); job.client != nullptr; job = box.receive())
      job.client->box.send({nullptr, job.number + 1});
  }
};

enum class Kind { checkout, checkin, cancel };
struct Request {
  Kind kind;
  Client* client;
};

struct Pool {
  mazurka::mailbox<Request> box{"pool"};
  void run(Worker& worker) {
    bool is_idle = true;
    for (int left = 2; left > 0;) {
      const auto fits = [&](const Request& r) { return r.kind != Kind::checkout || is_idle; };
      const Request request = box.receive(fits);
      if (request.kind == Kind::checkout) {
        is_idle = false;
        request.client->box.send({&worker, 0});
        continue;
      }
      --left;
      if (request.kind == Kind::checkin) {
        is_idle = true;
        continue;
      }
      // The request of the client that gives up is still in the mailbox, or it was granted.
      const auto is_its = [&](const Request& r) {
        return r.kind == Kind::checkout && r.client == request.client;
      };
      if (!box.try_receive(is_its) && CANCEL) is_idle = true;
    }
    worker.box.send({nullptr, 0});
  }
};

void work(Pool& pool, Client& client, Worker& worker, int number) {
  worker.box.send({&client, number});
  const auto is_result = [](const Reply& reply) { return reply.worker == nullptr; };
  assert(client.box.receive(is_result).result == number + 1);
  pool.box.send({Kind::checkin, &client});
}

int main() {
  Worker worker;
  Pool pool;
  Client hasty, patient;
  std::thread runs_worker([&] { worker.run(); });
  std::thread runs_pool([&] { pool.run(worker); });
  std::thread runs_hasty([&] {
    pool.box.send({Kind::checkout, &hasty});
    if (const auto reply = hasty.box.try_receive()) {
      work(pool, hasty, *reply->worker, 5);
    } else {
      pool.box.send({Kind::cancel, &hasty});
    }
  });
  pool.box.send({Kind::checkout, &patient});
  work(pool, patient, *patient.box.receive().worker, 1);
  runs_hasty.join();
  runs_pool.join();
  runs_worker.join();
}
