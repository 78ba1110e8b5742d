#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "cli/run.h"

int main(int count, char** values) {
  const std::vector<std::string> arguments(values + std::min(count, 1), values + count);
  return mazurka::cli::run(arguments, std::cout, std::cerr);
}
