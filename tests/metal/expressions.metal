// Every operator of C, with the precedence it has there.
sm expressions {
  state decl any_pointer v;
  decl any_expr x, y, z;
  decl any_args args;
  decl any_fn_call call;
  decl { struct foo * } foo;
  decl unsigned long int n, *p;
  decl const char *s;

  start:
    { v = x + y * z - x / y % z } ==> v.seen
  | { v[x] = y << 1 | z >> 2 & ~x ^ !y } ==> v.seen
  | { v->next.prev = x < y == z <= x != y > z >= x } ==> v.seen
  | { x && y || z && v } ==> v.seen
  | { x ? v : y ? z : x } ==> v.seen
  | { v += x -= y *= z } ==> v.seen
  | { v, x, y } ==> v.seen
  | { (x, y) + v } ==> v.seen
  | { -(-x) - --y + ++z + v-- } ==> v.seen
  | { *v++ } ==> v.seen
  | { (*v)++ } ==> v.seen
  | { &*v } ==> v.seen
  | { (char *)v + 1 } ==> v.seen
  | { (unsigned long)*(const struct foo **)v } ==> v.seen
  | { (int (*)(int, char *))v } ==> v.seen
  | { (T *)v } ==> v.seen
  | { (T) v } ==> v.seen
  | { sizeof *v + sizeof(int) + sizeof(v) + sizeof (struct foo *) } ==> v.seen
  | { memcpy(v, "a" "b", 'c') } ==> v.seen
  | { va_arg(v, int *) } ==> v.seen
  | { v->ops->close(v, args) } ==> v.seen
  | { (*v)(args) } ==> v.seen
  | { call(-1, v) } ==> v.seen
  | { use(-1, v) } ==> v.seen
  | { (struct point){ x, { y, z }, } == *v } ==> v.seen
  | { v = 0x1fUL + 1.5e-3f + .5 + L'x' } ==> v.seen
  | { f(v)[x](y)->a } ==> v.seen
  ;
  v.seen: $end_of_path$ ==> v.stop;
}
