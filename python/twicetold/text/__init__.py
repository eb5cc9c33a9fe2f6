"""Text for people: plurals, quantities, paths, terminals, spreadsheets."""
