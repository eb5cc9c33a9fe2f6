"""From features to candidates."""
