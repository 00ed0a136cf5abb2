"""Marking what was handed in: data without a kernel, functions in a sandbox, on as many processes as there are."""
