// PLDI 2002, figure 3: locks are taken once and given back.
state decl { lock_t } l;

start:
    {trylock(l) != 0} ==> true=l.locked, false=l.stop
  | {trylock(l) == 0} ==> true=l.stop, false=l.locked
  | {lock(l);} ==> l.locked
  | {unlock(l);} ==>
    { err("%s is not locked", mc_identifier (l)); }
  ;

l.locked:
    {lock(l);} || {trylock(l)} ==>
    { err("dbl. lock of %s", mc_identifier (l)); }
  | {unlock(l);} ==> l.unlocked
  | $end_of_path$ ==>
    { err("path ends with lock held"); }
  ;
