"""Which feature finds near-duplicate sentences best: the tables of paper 004, on any text.

__main__    the command, the settings to compare, and the tables
plant       sentences drawn from documents, and copies of some as a person would edit them
score       true pairs, found pairs, and F1
"""
