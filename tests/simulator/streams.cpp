// What streams of C++ read comes from outside, and goes where there is room.
#include <fstream>
#include <iostream>

void too_long_bad(std::istream &in, std::ostream &out) {
  char text[10] = "";
  out.write(text, 20);   // report buffer-overflow: "'std::basic_ostream::write' reads 20 bytes from 'text', which has room for 10"
  in.getline(text, 20);  // report buffer-overflow: "'std::basic_istream::getline' writes 20 bytes to 'text', which has room for 10"
}

char index_from_outside_bad(std::istream &in) {
  unsigned at;
  char text[10] = "";
  in.read(reinterpret_cast<char *>(&at), sizeof at);
  return text[at];  // report buffer-overflow: "reading out of bounds of 'text'"
}

char index_that_is_asked_ok(std::istream &in) {
  unsigned at;
  char text[10] = "";
  in.read(reinterpret_cast<char *>(&at), sizeof at);
  if (!in || at >= sizeof text) return 0;
  return text[at];
}

int read_until_the_end_ok(const char *name) {
  std::ifstream in(name);
  char block[16];
  int sum = 0;
  while (in.read(block, sizeof block)) sum += block[in.gcount() - 1];
  return sum;
}
