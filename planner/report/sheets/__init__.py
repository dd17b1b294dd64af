"""One module a sheet: each writes its cells and returns the references that later sheets use."""
