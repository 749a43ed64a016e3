// Calls of virtual methods that can lead to a few functions: what all of them do counts, and what one of
// them does is followed, but blamed on nobody.
#include <cstdlib>

struct source {
  virtual ~source() {}
  virtual char *make() = 0;
  virtual int *find() = 0;
  virtual int read(int *p) = 0;
  virtual int look(int *p) = 0;
};
struct small_source : source {
  char *make() override { return static_cast<char *>(malloc(10)); }
  int *find() override { return nullptr; }
  int read(int *p) override { return *p; }
  int look(int *p) override { return p ? *p : 0; }
};
struct large_source : source {
  int value = 0;
  char *make() override { return static_cast<char *>(malloc(20)); }
  int *find() override { return &value; }
  int read(int *p) override { return *p + 1; }
  int look(int *p) override { return *p; }
};

void all_allocate_bad(source &s) {
  char *p = s.make();
  if (p) *p = 1;
}  // report leak: "leaking memory 'p'"
void freed_ok(source &s) { free(s.make()); }
int one_has_none_ok(source &s) { return *s.find(); }
int all_follow_bad(source &s) {
  return s.read(nullptr);  // report null-deref: "passing NULL pointer 'nullptr' to 'source::read', which follows it"
}
int one_asks_ok(source &s) { return s.look(nullptr); }

int no_object_bad(source *s) {
  if (s) return 0;
  return s->read(nullptr);  // report null-deref: "dereferencing NULL pointer 's'"
}

// A destructor sets the object's class to its own: the other outcomes are of the same call all the same.
template <class T>
struct shape {
  virtual ~shape() {}
};
struct square : shape<int> {
  int side;
};
struct drawing {
  const shape<int> *first;
};
void deleted_ok(drawing *d) { delete d->first; }
void made_and_deleted_ok() {
  drawing d{new square};
  deleted_ok(&d);
}
