struct Base {
  int f;
};
struct Derived : Base {
  int g;
  int get();
  void self();
};
int &pick(int n);
template <class... T>
void show_all(const T &...all);
void show(int, int = 0, int = 0);

void Derived::self() {
  show(f, this->g, get());  // trees: this->f; this->g; this->get()
}

void shows(int &r, Derived &d, Derived *p) {
  show(r, d.f, p->get());  // trees: r; d.f; p->get()
  int &s = d.g;
  show(s, d.get(), pick(2));  // trees: d.g; d.get(); pick(2)
  int &t = p->g;
  show(t, *&r, 0);  // trees: t; r; 0
}
