// What has static life is destroyed when the program ends, a thread_local with its thread.
struct File {
  File(const char *name);
  ~File();
};
struct Lock {
  constexpr Lock() : held(0) {}
  ~Lock();
  int held;
};
int compute();

File log_file("log");
Lock lock;
File files[2] = {"a", "b"};
const File &named = File("c");
inline int shared = compute();
thread_local int counter = compute();
thread_local File scratch("scratch");

File &last() {
  static File file("last");
  static Lock guard;
  thread_local File mine("mine");
  return guard.held ? file : mine;
}
int next() { return counter++ + shared; }
