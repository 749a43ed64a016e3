// Function pointers in classes, set by constructors; pointers to members; references.
typedef int (*Fn)(int);
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
class Button {
 public:
  explicit Button(Fn f) : click_(f) {}
  int press(int n) { return click_(n); }
  int hold(int n) { return n; }

 private:
  Fn click_;
};
static int via_member(Button &b, int (Button::*m)(int)) { return (b.*m)(1); }
static void set(Fn &slot) { slot = thrice; }
int main() {
  Button button(twice);
  Fn local = nullptr;
  set(local);
  return button.press(2) + via_member(button, &Button::hold) + local(1);
}
