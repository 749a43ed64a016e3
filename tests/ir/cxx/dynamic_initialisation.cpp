// Dynamic initialisation of globals is one function, in order; constants stay constants.
int compute();
int first = compute();
int constant = 5;
int second = first + 1;
