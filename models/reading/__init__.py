"""From column values to the solved plan's tables: activities, purchases, capacity, workloads, what binds."""
