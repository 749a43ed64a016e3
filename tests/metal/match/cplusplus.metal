// What C++ adds: methods, operators, references, new and delete.
sm cplusplus {
  decl any_pointer v;
  decl any_expr x, y;
  decl { Widget } w;
  decl { std::mutex } m;
  decl any_args args;
  pat lock = { m.lock() };
  pat arrow = { v->touch(args) };
  pat dot = { w.touch(x) };
  pat qualified = { std::mutex::unlock(m) };
  pat plain = { helper(x) };
  pat in_space = { ns::helper(x) };
  pat assign = { w = x };
  pat equal = { w == x };
  pat add = { x + y };
  pat index = { w[x] };
  pat created = { v = new Widget(x) };
  pat bare = { v = new int };
  pat array = { v = new char[x] };
  pat destroyed = { delete v };
  pat freed = { delete[] v };
  pat thrown = { throw x };
  pat thrown_number = { throw 7 };
  pat thrown_again = { throw; };
  pat null = { (v == NULL) };
  pat cast = { static_cast<long>(x) };
  pat deref = { *v };
  pat smart = { x->size };
  pat increment = { w++ };
  start: lock ==> stop;
}
