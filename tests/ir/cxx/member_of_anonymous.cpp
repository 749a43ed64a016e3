// A pointer to a member of an anonymous union leads through the union.
struct Value {
  int kind;
  union {
    int number;
    struct {
      short low;
      short high;
    };
  };
};

int Value::*number() { return &Value::number; }
short Value::*high() { return &Value::high; }
short read_high(const Value& value) { return value.*(&Value::high); }
