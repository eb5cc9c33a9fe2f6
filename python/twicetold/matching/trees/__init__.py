"""Who copied from whom among the copies of one text: by dates where there are any, else a tree by their variants."""

from twicetold.matching.trees.copies import Copies, CopyParent, CopyTree, compare_copies, find_parents, find_tree
from twicetold.matching.trees.dates import read_date

__all__ = ["Copies", "CopyParent", "CopyTree", "compare_copies", "find_parents", "find_tree", "read_date"]
