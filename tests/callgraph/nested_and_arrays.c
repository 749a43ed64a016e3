// Nested records, arrays of records, arrays in records: the innermost field decides.
typedef int (*handler)(int);
struct pair {
  handler get;
  handler set;
};
struct device {
  int id;
  struct pair io[2];
  struct {
    handler irq;
  } low;
};
static int get0(int v) { return v; }
static int get1(int v) { return v; }
static int set0(int v) { return v; }
static int irq(int v) { return v; }
static struct device devices[] = {
    {1, {{get0, set0}, {get1, 0}}, {irq}},
};
static handler jump[3] = {get0, [2] = irq};
int read_device(struct device *d, int i) { return d->io[i].get(i); }
int write_device(struct device *d, int i) { return d->io[i].set(i); }
int interrupt(int n) { return devices[n].low.irq(n); }
int jump_to(int n) { return jump[n](n); }
int main(void) {
  return read_device(&devices[0], 0) + write_device(devices, 1) + interrupt(0) + jump_to(1);
}
