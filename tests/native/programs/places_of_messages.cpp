// Messages that are lambdas have the names of their places, and what a container does is where the
// program called it.
//
// Both messages change the vector, and nothing orders them: one data race for the author, although
// several instructions of push_back race with each other.
//
// traces: any
// finds: data_race
// errors at: 23
// steps at: 22 23
// calls: std::vector::push_back
// tasks: main, ui/lambda at 22, network/lambda at 23
#include <vector>

#include <mazurka/mazurka.hpp>

int main() {
  std::vector<int> seen;
  seen.reserve(2);
  mazurka::handler ui("ui"), network("network");

  ui.post([&] { seen.push_back(1); });
  network.post([&seen] { seen.push_back(2); });
}
