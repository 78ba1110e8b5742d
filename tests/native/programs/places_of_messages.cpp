// Messages that are lambdas have the names of their places, and what a container does is where the
// program called it.
//
// Two messages change the vector, and nothing orders them: one data race for the author, although
// several instructions of push_back race with each other. One of them is posted by a third, and so
// is a lambda within a lambda.
//
// traces: any
// finds: data_race
// errors at: 26
// steps at: 23 24 26
// calls: std::vector::push_back
// tasks: main, ui/lambda at 23, network/lambda at 24, disk/lambda at 26
#include <vector>

#include <mazurka/mazurka.hpp>

int main() {
  std::vector<int> seen;
  seen.reserve(2);
  mazurka::handler disk("disk"), ui("ui"), network("network");

  ui.post([&] { seen.push_back(1); });
  network.post([&] {
    // Of another line than the lambda that posts it.
    disk.post([&seen] { seen.push_back(2); });
  });
}
