// Qt: QThread, QMutex.
// Wrong: two locks are taken in opposite orders.
#include <QMutex>
#include <QThread>

QMutex model;
QMutex view;

struct Painter : QThread {
  void run() override {
    QMutexLocker first(&view);
    QMutexLocker second(&model);
  }
};

int main() {
  Painter painter;
  painter.start();
  {
    QMutexLocker first(&model);
    QMutexLocker second(&view);
  }
  painter.wait();
}
