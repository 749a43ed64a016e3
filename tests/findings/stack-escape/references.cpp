// rule: stack-escape
// References, objects and lambdas that hold an address.
struct Holder {
  int *pointer;
  int &reference;
};
struct Node {
  Node *next = nullptr;
  int *data = nullptr;
  Node *&link();
  void keep_bad() {
    int x = 1;
    data = &x;  // report stack-escape: "address of local variable 'x' is still stored in 'this->data' when 'Node::keep_bad' returns"
  }
  void keep_and_reset_ok() {
    int x = 1;
    data = &x;
    data = nullptr;
  }
  ~Node() {
    int x = 1;
    data = &x;
  }
};
struct Base {
  int *base_data;
};
struct Derived : Base {
  int more;
};
int *global;
int work();

int &reference_bad() {
  int x = 1;
  return x;  // report stack-escape: "reference to local variable 'x' is returned to the caller"
}

const int &reference_to_parameter_bad(int n) {
  return n;  // report stack-escape: "reference to parameter 'n' is returned to the caller"
}

int &through_a_reference_bad() {
  int x = 1;
  int &r = x;  // step 1: "address of 'x' is taken here"
  return r;    // report stack-escape
}

const int &temporary_bad() {
  return 1;  // report stack-escape: "reference to a temporary object is returned to the caller"
}

int *address_of_a_reference_bad() {
  int x = 1;
  int &r = x;
  return &r;  // report stack-escape
}

int &element_bad(int i) {
  int a[4] = {0};
  return a[i];  // report stack-escape
}

void reference_parameter_bad(int *&out) {
  int x = 1;
  out = &x;  // report stack-escape: "address of local variable 'x' is still stored in 'out' when 'reference_parameter_bad' returns"
}

Holder inside_an_object_bad() {
  static int s;
  int x = 1;
  return Holder{&x, s};  // report stack-escape: "address of local variable 'x' is returned to the caller inside an object"
}

Holder reference_member_bad() {
  int x = 1;
  return Holder{nullptr, x};  // report stack-escape
}

auto lambda_bad() {
  int x = 1;
  return [&] { return x; };  // report stack-escape: "address of local variable 'x' is returned to the caller inside an object"
}

auto lambda_by_value_ok() {
  int x = 1;
  return [=] { return x; };
}

Derived in_a_base_bad() {
  int x = 1;
  Derived d;
  d.base_data = &x;
  return d;  // report stack-escape
}

template <class T>
T *instance_bad(T value) {
  return &value;  // report stack-escape: "address of parameter 'value' is returned to the caller"
}
int *use_instances() {
  instance_bad(1.0);
  return instance_bad(1);
}

int &static_ok() {
  static int x;
  return x;
}

int &parameter_by_reference_ok(int &r) { return r; }

int &member_ok(Node &node) { return *node.data; }

int value_ok() {
  int x = 1;
  int &r = x;
  return r;
}

int extended_temporary_ok() {
  const int &r = work();
  return r;
}

void reset_after_try_ok() {
  int x = 1;
  try {
    global = &x;
    work();
  } catch (...) {
    global = nullptr;
    throw;
  }
  global = nullptr;
}

struct Guard {
  ~Guard() { global = nullptr; }
};
void reset_by_a_destructor_ok() {
  Guard guard;
  int x = 1;
  global = &x;
}

void thrown_out_ok() {
  int x = 1;
  global = &x;
  work();  // may throw; what is left behind then is not reported
  global = nullptr;
}

int left_in_a_handler_bad() {
  int x = 1;
  int *local = nullptr;
  try {
    local = &x;
    work();
    local = nullptr;
  } catch (...) {
    global = local;  // report stack-escape
  }
  return x;
}

const char *text(const char *s);
struct String {
  char buffer[16];
  const char *begin() const { return buffer; }
};
const char *by_a_method_bad() {
  String s;
  return s.begin();  // report stack-escape: "returning pointer to local variable 's'"
}
