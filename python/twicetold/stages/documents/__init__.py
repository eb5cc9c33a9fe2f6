"""What only the job `documents` does: whole texts in the order in which they would be kept, and who is."""
