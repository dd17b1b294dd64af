"""The world a plan lives in: typed plan, engineering and finance numbers, cost terms, the program."""
