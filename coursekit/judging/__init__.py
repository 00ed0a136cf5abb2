"""What an answer is worth and what is said about it: verdicts, credit, misconceptions."""
