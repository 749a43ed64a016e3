// Objects whose destructor ends the program: nothing comes after the statement, or the scope.
struct last_words {
  last_words();
  ~last_words() __attribute__((noreturn));
  last_words &operator<<(const char *);
};

int checked_ok(int *p) {
  if (!p) last_words() << "no pointer";
  return *p;
}

static void end(int **p) {
  last_words spoken;
  spoken << "never set";
}
int never_set_ok() {
  int *p;
  end(&p);
  return *p;
}

struct words {
  words();
  ~words();
  words &operator<<(const char *);
};
int said_and_followed_bad(int *p) {
  if (!p) words() << "no pointer";
  return *p;  // report null-deref: "dereferencing NULL pointer 'p'"
}
