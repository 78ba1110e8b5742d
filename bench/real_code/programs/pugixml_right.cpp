// pugixml, an XML library, compiled for checking.
// Right: two threads read one document.
#include <cassert>
#include <cstring>
#include <pugixml.hpp>
#include <thread>

int main() {
  pugi::xml_document document;
  assert(document.load_string("<a b='1'/>"));
  const auto value = [&] { return document.child("a").attribute("b").value(); };
  std::thread other([&] { assert(std::strcmp(value(), "1") == 0); });
  assert(std::strcmp(value(), "1") == 0);
  other.join();
}
