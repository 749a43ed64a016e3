// The parts of C++ that patterns know.
sm owned {
  state decl any_pointer v;
  decl any_expr x;
  decl any_args args;

  start:
    { v = new Widget } ==> v.owned
  | { v = new ns::Widget(args) } ==> v.owned
  | { v = new char[x] } ==> v.array
  | { v = static_cast<Widget *>(x)->self } ==> v.owned
  | { std::swap(v, x) } ==> v.stop
  ;
  v.owned: { delete v } || { delete v; } ==> v.stop;
  v.array: { delete[] v } ==> v.stop;
}
