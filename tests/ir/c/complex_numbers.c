// Complex arithmetic and its parts.
double real_part(_Complex double z) { return __real__(z * (1.0 + 2.0i)); }
