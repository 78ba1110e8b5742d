// The office closes while its last message may still be in the mailbox.
#include <cassert>

#include <mazurka/mazurka.hpp>

#include "box_office.h"

int main() {
  BoxOffice office(1);
  int refused = 0;
  mazurka::handler desk{"desk"};
  for (int customer = 0; customer < 2; ++customer)
    desk.post([&] {
      if (!office.sell()) ++refused;
    });
  desk.join();
  assert(refused == 1);
  return 0;
}
