"""From units to clusters: what several jobs share."""
