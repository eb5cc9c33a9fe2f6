"""The columns of the tables that several jobs share."""
