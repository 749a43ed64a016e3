// A reference does not keep an object alive.
struct Node {
  int value = 3;
};
int main() {
  Node *node = new Node;
  Node &alias = *node;
  delete node;
  int seen = alias.value;  // report use-after-free
  delete node;  // report double-free
  return seen - seen;
}
