// `c ? f : g` names a function, not a pointer to one.
void first() {}
void second() {}
void third() {}
void unused() {}

void call_either(bool c) { (c ? first : second)(); }
void call_nested(int n) { (n == 0 ? first : n == 1 ? second : third)(); }
void call_through_reference(bool c) {
  void (&chosen)() = c ? first : second;
  chosen();
}
void call_through_pointer(bool c) {
  void (*chosen)() = &(c ? second : third);
  chosen();
}

int main(int argc, char **) {
  call_either(argc > 1);
  call_nested(argc);
  call_through_reference(argc > 1);
  call_through_pointer(argc > 1);
  unused();
}
