"""Pictures of boards, stones and state graphs."""
