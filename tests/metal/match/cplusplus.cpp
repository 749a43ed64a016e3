#include <mutex>
struct Widget {
  int size;
  Widget(int n);
  ~Widget();
  void touch(int n);
  virtual void draw();
  Widget &operator=(const Widget &other);
  bool operator==(const Widget &other) const;
  int operator[](int i);
  Widget operator++(int);
  void self() { size = this->size + 1; }  // match: deref v=this; smart x=this; add x=this->size y=1; deref v=this; smart x=this
};
struct Special : Widget {
  using Widget::Widget;
};
Widget operator+(const Widget &a, const Widget &b);
struct Smart {
  Widget *operator->();
  Widget &operator*();
};
namespace ns {
void helper(int n);
}
template <class T>
void helper(T &t);

void methods(std::mutex &a, std::mutex *b, Widget w, Widget *p, Special &s) {
  a.lock();  // match: lock m=a
  b->lock();  // match: lock m=*b; deref v=b
  a.unlock();  // match: qualified m=a
  p->touch(1);  // match: arrow v=p args=(1); dot x=1 w=*p; deref v=p
  w.touch(2);  // match: arrow v=&w args=(2); dot x=2 w=w
  s.touch(3);  // match: arrow v=&s args=(3); dot x=3 w=s
  p->draw();  // match: deref v=p
}

void names(int n, Widget &w) {
  ns::helper(n);  // match: plain x=n; in_space x=n
  helper(w);  // match: plain x=w
}

void operators(Widget a, Widget &b, Smart s) {
  a = b;  // match: assign x=b w=a
  Widget c = b;  // match: assign x=b w=c
  if (a == b) a[1];  // match: equal x=b w=a; equal branch x=b w=a; index x=1 w=a
  a + b;  // match: add x=a y=b
  a++;  // match: increment w=a
  s->size = 1;  // match: deref v=s.operator->(); smart x=s
}

void objects(int n) {
  Widget *p = new Widget(n);  // match: created v=p x=n
  int *q = new int;  // match: bare v=q
  char *r = new char[n];  // match: array v=r x=n
  delete p;  // match: destroyed v=p
  delete q;  // match: destroyed v=q
  delete[] r;  // match: freed v=r
}

void references(int &r, int *p, Widget *w) {
  int &s = r;
  s = 3;
  int &t = *p;  // match: deref v=p
  helper(s);  // match: plain x=r
  if (!p) return;  // match: null v=p; null branch v=p
  if (nullptr == w) return;  // match: null v=w; null branch v=w
  if (w) w->size = static_cast<long>(r);  // match: null branch negated v=w; cast x=r; deref v=w; smart x=w
}

void throws(int n, Widget &w) {
  if (n > 3) throw n;  // match: thrown x=n
  if (n > 2) throw 7;  // match: thrown x=7; thrown_number
  if (n > 1) throw w;  // match: assign x=w w=<unnamed>; thrown x=w
  try {
    helper(n);  // match: plain x=n
  } catch (...) {
    throw;  // match: thrown_again
  }
}
