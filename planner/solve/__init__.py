"""Solving a compiled program: arrays in, a typed outcome out. Knows no workbook and no business word."""
