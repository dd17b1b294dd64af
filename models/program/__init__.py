"""The mixed-integer program: the only place that states it in Pyomo, and where it becomes plain arrays."""
