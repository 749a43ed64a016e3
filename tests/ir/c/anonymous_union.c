// Members of an anonymous union are reached through it.
struct value {
  int tag;
  union {
    long number;
    double real;
  };
};
long number(struct value v) { return v.tag ? v.number : (long)v.real; }
