// Virtual calls on objects whose class the path knows.
struct base {
  virtual ~base() {}
  virtual int use(int *p) const { return *p; }
};
struct careful : base {
  int use(int *p) const override { return p ? *p : 0; }
};
struct careless : base {
  int use(int *p) const override { return *p + 1; }
};

int local_bad() {
  careless object;
  const base &b = object;
  return b.use(nullptr);  // report null-deref: "passing NULL pointer 'nullptr' to 'base::use', which follows it"
}

int local_ok() {
  careful object;
  const base &b = object;
  return b.use(nullptr);
}

static base *make() { return new careful; }

int made_elsewhere_ok() {
  base *b = make();
  int result = b->use(nullptr);
  delete b;
  return result;
}

struct owner {
  int *data;
  owner() : data(new int(1)) {}
  ~owner() { delete data; }
};

int raii_ok() {
  owner o;
  return *o.data;
}

int given_ok(base &b, int *p) { return b.use(p); }
