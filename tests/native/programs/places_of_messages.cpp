// A message that is a lambda is named after its location, and the location of a step inside a
// container is where the program called the container.
//
// Two unordered messages change the vector. The report shows one data race, although several
// instructions of push_back race with each other. One of the messages is posted by a third message,
// so its lambda is nested in another lambda.
//
// traces: any
// finds: data_race
// errors at: 23
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
    // On another line than the lambda that posts it.
    disk.post([&seen] { seen.push_back(2); });
  });
}
