// Two drivers' tables of one type: each field reaches just what was stored in that field.
struct ops {
  int (*open)(int);
  int (*read)(int);
};
static int disk_open(int n) { return n; }
static int disk_read(int n) { return n + 1; }
static int tape_open(int n) { return n + 2; }
static int tape_read(int n) { return n + 3; }
static struct ops disk = {disk_open, disk_read};
static struct ops tape = {.read = tape_read, .open = tape_open};
static struct ops *drivers[] = {&disk, &tape};
int use(int which) { return drivers[which]->read(which); }
int start(struct ops *ops) { return ops->open(0); }
int main(void) { return use(1) + start(drivers[0]); }
