"""How similar two units are."""
