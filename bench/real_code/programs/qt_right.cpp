// Qt: QThread, QMutex.
// Right: both threads lock the mutex.
#include <QMutex>
#include <QThread>
#include <cassert>

QMutex mutex;
int visits = 0;

struct Visitor : QThread {
  void run() override {
    QMutexLocker guard(&mutex);
    ++visits;
  }
};

int main() {
  Visitor visitor;
  visitor.start();
  {
    QMutexLocker guard(&mutex);
    ++visits;
  }
  visitor.wait();
  assert(visits == 2);
}
