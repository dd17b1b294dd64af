"""Engineering numbers of a cluster: pure functions of numbers, one topic a module.

Formulas carry the id F<section>.<number> of the project's engineering notes and their published source.
"""
