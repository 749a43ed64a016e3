// A delegating constructor only calls the other one.
struct Size {
  int width, height;
  Size(int w, int h) : width(w), height(h) {}
  Size() : Size(1, 2) { width = 3; }
};
