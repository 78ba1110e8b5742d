// pugixml, an XML library, compiled for checking.
// Wrong: two threads append to different nodes of one document, whose allocator they share.
#include <pugixml.hpp>
#include <thread>

int main() {
  pugi::xml_document document;
  document.load_string("<r><a/><b/></r>");
  pugi::xml_node one = document.first_child().first_child();
  pugi::xml_node two = one.next_sibling();
  std::thread other([&] { one.append_child("x"); });
  two.append_child("y");
  other.join();
}
