"""Money over time: pure functions of numbers, one topic a module. Rates are per year, nominal."""
