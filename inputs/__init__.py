"""Input workbooks and the price book (catalogue/*.csv) that ship with planner."""
