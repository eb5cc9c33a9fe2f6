"""What stands for a unit in a comparison."""
