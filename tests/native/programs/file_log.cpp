// Each execution appends a line to a log, counts its lines, and makes as many increments in a
// thread. Files are put back after an execution, so the log always has one line, and the program
// has the 2 traces of two increments.
//
// traces: 2
#include <atomic>
#include <cassert>
#include <fstream>
#include <string>
#include <thread>

std::atomic<int> x = 0;

int main() {
  std::ofstream("log.txt", std::ios::app) << "started\n";
  int lines = 0;
  std::ifstream log("log.txt");
  for (std::string line; std::getline(log, line);) ++lines;
  assert(lines == 1);
  std::thread worker([lines] {
    for (int i = 0; i < lines; ++i) ++x;
  });
  ++x;
  worker.join();
}
