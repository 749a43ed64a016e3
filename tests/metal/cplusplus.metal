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

// A class that holes are of stands before `::` as any other.
sm of_a_class {
  decl { Vec } w;
  decl any_args args;

  start:
    { Vec::Vec(w, args) } ==> { note("constructor"); }
  | { Vec::~Vec(w) } ==> { note("destructor"); }
  | { Vec::make() } ==> { note("call"); }
  | { use(Vec::make()) } ==> { note("argument"); }
  | { Vec x; } ==> { note("declaration"); }
  | { Vec::iterator i; } ==> { note("of a type within it"); }
  ;
}
