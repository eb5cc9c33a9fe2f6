"""Text for people: plurals, quantities, terminals, spreadsheets."""
