start: { f() } ==> stop;
sm other { start: { g() } ==> stop; }
