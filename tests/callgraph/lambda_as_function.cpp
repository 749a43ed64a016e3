// A lambda without captures becomes a function: whoever calls that calls the lambda.
typedef int (*Fn)(int);
static int call(Fn f) { return f(1); }
int main() {
  return call([](int x) { return x; });
}
