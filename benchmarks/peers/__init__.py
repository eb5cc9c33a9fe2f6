"""What users of other libraries would write to find near-duplicates: a file for each library, a function for each way.

A function takes the texts, what they are compared by and a setting; it imports and gives back the work, and only that
is timed: texts in memory to pairs. A pair is one that the library hands over, verified or not. Nothing here imports
twicetold: some libraries live in an environment of their own.
"""
