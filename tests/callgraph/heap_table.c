// Tables on the heap: of records by their type, of plain pointers by the memory.
typedef unsigned long size_t;
void *malloc(size_t n) __attribute__((malloc, alloc_size(1)));
typedef int (*op)(int);
struct vm {
  op *table;
  op step;
};
static int nop(int x) { return x; }
static int add(int x) { return x + 1; }
static int step(int x) { return x; }
static struct vm *make(void) {
  struct vm *vm = malloc(sizeof *vm);
  vm->table = malloc(2 * sizeof(op));
  vm->table[0] = nop;
  vm->table[1] = add;
  vm->step = step;
  return vm;
}
int main(void) {
  struct vm *vm = make();
  return vm->table[1](2) + vm->step(1);
}
