// References that count: assignment asks whether it is to itself.
struct Node {
  int references = 0;
  int value = 1;
  void take() { ++references; }
  void give_back() {
    if (--references == 0) delete this;
  }
};
class Reference {
 public:
  Reference() : node_(nullptr) {}
  explicit Reference(Node *node) : node_(node) {
    if (node_) node_->take();
  }
  Reference(const Reference &other) : node_(other.node_) {
    if (node_) node_->take();
  }
  ~Reference() {
    if (node_) node_->give_back();
  }
  Reference &operator=(const Reference &other) {
    if (this != &other) {
      if (node_) node_->give_back();
      node_ = other.node_;
      if (node_) node_->take();
    }
    return *this;
  }
  Node *operator->() const { return node_; }
  Node *get() const { return node_; }

 private:
  Node *node_;
};

int assigned_ok() {
  Reference a(new Node), b;
  b = a;
  return b->value;
}
int still_held_ok() {
  Reference a(new Node), b(new Node);
  b = a;
  a = Reference();
  return b->value;
}
struct Holder {
  Reference kept;
  void set(const Reference &other) { kept = other; }
  int get() const { return kept->value; }
};
// That `&h.kept` is not `&a` the model of set() does not ask.
int FP_by_holder_ok() {
  Holder h;
  Reference a(new Node);
  h.set(a);
  h.set(a);
  return h.get() + a->value;  // false null-deref
}
int never_set_bad() {
  Reference a;
  return a->value;  // report null-deref: "dereferencing NULL pointer 'a'"
}
int outlived_bad() {
  Node *node;
  {
    Reference a(new Node);
    node = a.get();
  }
  return node->value;  // report use-after-free: "dereferencing pointer 'node' to freed memory"
}
