"""Cost lines: how each cost term prices the plan's activities, and what a set of activities costs."""
