// A handler lets go of its exception on every way out of it.
struct Error {
  Error(int code);
  Error(const Error &other);
  ~Error();
  int code;
};
void risky();
void repair(int code);

// The copy dies before the exception object does.
int by_value() {
  try {
    risky();
  } catch (Error e) {
    return e.code;
  }
  return 0;
}

void by_reference(bool again) {
  for (int i = 0; i < 3; ++i) {
    try {
      risky();
    } catch (const Error &e) {
      if (e.code == 1) break;
      if (again) throw;
      repair(e.code);
    } catch (int *place) {
      *place = i;
    } catch (...) {
      goto out;
    }
  }
out:
  repair(0);
}

void thrown(int n) { throw Error(n); }
