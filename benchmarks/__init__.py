"""Measurements: how right, how fast, how much memory; as ratios against peers in the same run."""
