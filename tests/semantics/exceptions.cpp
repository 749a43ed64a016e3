// Exceptions: thrown on some paths, of several types, through destructors, again.
namespace {

struct Log {
  unsigned text = 1;
  void add(unsigned what) { text = text * 7 + what; }
};
struct Guard {
  Log& log;
  unsigned mark;
  Guard(Log& to, unsigned n) : log(to), mark(n) {}
  ~Guard() { log.add(mark); }
};
struct Error {
  unsigned code;
  explicit Error(unsigned n) : code(n & 31) {}
  virtual unsigned weight() const { return code; }
  virtual ~Error() = default;
};
struct Worse : Error {
  explicit Worse(unsigned n) : Error(n + 1) {}
  unsigned weight() const override { return code * 2; }
};

unsigned may_throw(Log& log, unsigned n) {
  Guard guard(log, 2);
  if (n > 20) throw Error(n);
  if (n > 10) throw Worse(n);
  if (n == 5) throw 5;
  log.add(1);
  return n;
}
unsigned passes(Log& log, unsigned n) {
  try {
    Guard guard(log, 3);
    return may_throw(log, n);
  } catch (const Worse& worse) {
    log.add(worse.weight() & 3);
    if (worse.code & 1) throw;
    return 77;
  }
}

}  // namespace

extern "C" {

unsigned thrown_on_one_path(unsigned n) {
  try {
    if (n & 1) throw n;
    return 1;
  } catch (unsigned value) {
    return value & 255;
  }
}
unsigned by_type(unsigned n) {
  Log log;
  unsigned result = 0;
  try {
    result = may_throw(log, n);
  } catch (const Worse&) {
    result = 100;
  } catch (const Error& error) {
    result = 200 + error.code;
  } catch (...) {
    result = 300;
  }
  return result * 1000 + log.text;
}
unsigned by_base(unsigned n) {
  Log log;
  unsigned result = 0;
  try {
    result = may_throw(log, n & 31);
  } catch (const Error& error) {
    result = 100 + error.weight();
  } catch (int number) {
    result = 50u + static_cast<unsigned>(number);
  }
  return result * 1000 + log.text;
}
unsigned again(unsigned n) {
  Log log;
  unsigned result = 0;
  try {
    result = passes(log, n);
  } catch (Error& error) {
    result = 500 + error.weight();
  } catch (int) {
    result = 9;
  }
  return result + log.text * 1000;
}
unsigned same_type_two_places(unsigned n, bool c) {
  unsigned result = 0;
  try {
    if (c) {
      if (n > 3) throw Error(n);
      result = 1;
    } else {
      if (n > 5) throw Error(n + 2);
      result = 2;
    }
  } catch (const Error& error) {
    result = error.code;
  }
  return result;
}
unsigned chosen_exception(unsigned n, bool c) {
  try {
    throw c ? Error(n) : Error(n + 9);
  } catch (Error& error) {
    return error.code;
  }
}
unsigned nested(unsigned n) {
  unsigned result = 0;
  try {
    try {
      if (n & 1) throw 1;
    } catch (int) {
      result += 10;
      if (n & 2) throw Error(n);
      result += 20;
    }
    result += 100;
  } catch (Error& error) {
    result += 1000 + error.code;
  }
  return result;
}
unsigned in_a_loop(unsigned n) {
  Log log;
  for (unsigned i = 0; i < 3; ++i) {
    try {
      Guard guard(log, i);
      if ((n >> i) & 1) throw Error(i);
      log.add(4);
    } catch (const Error& error) {
      log.add(error.code + 1);
    }
  }
  return log.text;
}
unsigned thrown_by_constructor(unsigned n, bool c) {
  struct Whole {
    Guard first, second;
    Whole(Log& log, unsigned n) : first(log, 4), second(log, n > 3 ? throw n : 5) { log.add(6); }
  };
  Log log;
  try {
    if (c) {
      Whole whole(log, n & 7);
      log.add(whole.second.mark);
    }
  } catch (unsigned value) {
    log.add(value & 3);
  }
  return log.text;
}

}  // extern "C"
