// Bit-fields behind pointers: each has bits of its own, and asks for no byte that others are in.
#include <cstdlib>

struct Value {
  union {
    long number;
    void *pointer;
  } value;
  struct {
    unsigned kind : 8;
    unsigned owned : 1;
    unsigned shared : 1;
  } bits;

  unsigned type() const { return bits.kind; }
  void set_type(unsigned kind) { bits.kind = static_cast<unsigned char>(kind); }
  bool is_owned() const { return bits.owned; }
  void set_owned(bool owned) { bits.owned = owned; }
  bool is_shared() const { return bits.shared; }
  void copy(const Value &other);
  Value() {}
  Value(const Value &other) { copy(other); }
};

void Value::copy(const Value &other) {
  set_type(other.type());
  set_owned(false);
  switch (type()) {
    case 0:
      value = other.value;
      break;
    default:
      value.number = 4;
  }
}

// Of a field that is set the rest of its unit is not read.
long copied_ok(const Value &other) {
  Value mine(other);
  return mine.value.number;
}

bool owned_ok() {
  Value mine;
  mine.set_owned(true);
  return mine.is_owned();
}

// A byte that is read may be a copy.
bool FN_other_bit_bad() {
  Value mine;
  mine.set_type(3);
  return mine.is_owned();  // missed uninit
}

// Two fields of one unit are two values.
int told_apart_bad(const Value *v) {
  int *p = nullptr;
  if (v->bits.owned == 1 && v->bits.shared == 0) return *p;  // report null-deref: "dereferencing NULL pointer 'p'"
  return 0;
}

int one_bit_ok(const Value *v) {
  int *p = nullptr;
  if (v->bits.owned > 1) return *p;
  if (v->bits.owned == v->bits.owned + 1) return *p;
  return 0;
}

// What is written beside a field leaves it what it was.
int beside_ok(Value *v, unsigned shared) {
  int *p = nullptr;
  if (v->bits.owned == 0) return 0;
  v->bits.shared = shared;
  v->bits.kind = shared;
  if (v->bits.owned == 0) return *p;
  return 1;
}
int beside_first_ok(Value *v, unsigned shared) {
  v->bits.shared = shared;
  if (v->bits.owned == 0) return 0;
  int one = 1;
  return v->bits.owned == 1 ? one : one / 0;
}

static void init(Value *v) {
  v->bits.kind = 7;
  v->bits.owned = 0;
  v->bits.shared = 1;
}
int by_callee_ok() {
  Value *v = static_cast<Value *>(std::malloc(sizeof(Value)));
  if (!v) return 0;
  init(v);
  int *p = nullptr;
  int kind = v->is_owned() ? *p : v->is_shared();
  std::free(v);
  return kind;
}

// All of a record's bit-fields were set, not all bits of their byte.
struct Entry {
  char *name;
  unsigned is_dummy : 1, is_remote : 1, is_owned : 1;
};
void drop(Entry *entry) {
  std::free(entry->name);
  if (entry->is_owned) std::exit(3);
  std::free(entry);
}
void all_fields_are_set_ok() {
  Entry *entry = static_cast<Entry *>(std::malloc(sizeof *entry));
  if (!entry) return;
  entry->name = nullptr;
  entry->is_owned = 1;
  entry->is_dummy = 1;
  entry->is_remote = 0;
  drop(entry);
}
