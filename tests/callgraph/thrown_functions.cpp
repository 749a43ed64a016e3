// A function address travels with an exception; an exception's destructor runs at its handler.
typedef void (*Handler)();
struct Error {
  ~Error() {}
};
struct Repair {
  Handler how;
};
void one() {}
void two() {}
void never() {}

void throw_pointer() { throw &one; }
void throw_record() { throw Repair{two}; }
void throw_error() { throw Error(); }

int main() {
  try {
    throw_pointer();
    throw_record();
    throw_error();
  } catch (Handler h) {
    h();
  } catch (Repair &r) {
    r.how();
  } catch (...) {
  }
  never();
}
