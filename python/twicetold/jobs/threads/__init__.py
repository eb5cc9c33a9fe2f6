"""The job `threads`: questions that were asked more than once."""
