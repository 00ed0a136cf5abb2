"""Pictures of the machine, and what is printed for the table."""
