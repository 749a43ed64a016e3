// Calls of virtual methods and through pointers that can lead to one function only.
struct reader {
  virtual ~reader() {}
  virtual int read(int *p) = 0;
};
struct only_reader : reader {
  int read(int *p) override { return *p; }
};

static int through_base(reader &r, int *p) { return r.read(p); }

int only_override_bad(reader &r) {
  return through_base(r, nullptr);  // report null-deref: "passing NULL pointer 'nullptr' to 'through_base', which follows it"
}

struct writer {
  virtual ~writer() {}
  virtual void write(int *p) = 0;
};
struct careful_writer : writer {
  void write(int *p) override {
    if (p) *p = 1;
  }
};
struct careless_writer : writer {
  void write(int *p) override { *p = 1; }
};

void one_of_two_ok(writer &w) { w.write(nullptr); }

struct table {
  int (*get)(int *);
};
static int get_value(int *p) { return *p; }
static const table only_table = {get_value};

static int by_table(const table *t, int *p) { return t->get(p); }

int table_bad() {
  return by_table(&only_table, nullptr);  // report null-deref: "passing NULL pointer 'nullptr' to 'by_table', which follows it"
}
