// A thread_local is initialised before the thread first uses one of its unit.
struct Buffer {
  Buffer();
  ~Buffer();
  int size;
};

thread_local Buffer mine;            // initialised by use
thread_local int plain = 3;          // constant: nothing to run, but others cannot know
static thread_local int twice = plain * 2 + mine.size;
extern thread_local Buffer theirs;   // its own unit knows
[[clang::require_constant_initialization]] extern thread_local int fixed;

int use_mine() { return mine.size; }
int use_plain() { return plain; }
int use_twice() { return twice++; }
int use_theirs() { return theirs.size; }
int use_fixed() { return fixed; }
int* address() { return &mine.size; }
