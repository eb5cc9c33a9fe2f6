"""Which feature tells near-duplicate sentences best: the tables of paper 004 again, on text of one's own.

__main__    the command, the settings that are tried, the tables
plant       sentences drawn from documents, and copies of some as a person would edit them
score       what is true, what is found, and F1
"""
