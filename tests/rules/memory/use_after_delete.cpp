// rule: memory/use_after_free.metal
struct Node {
  Node *next = nullptr;
  int value = 0;
};

int used_bad(Node *n) {
  delete n;
  return n->value;  // report use-after-free: "'n' is used after it was freed"
}

void twice_bad(int *a) {
  delete[] a;
  delete[] a;  // report double-free: "'a' is freed twice"
}

void list_ok(Node *n) {
  while (n != nullptr) {
    Node *next = n->next;
    delete n;
    n = next;
  }
}
