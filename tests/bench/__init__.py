"""Speed beside that of others, one file a part: `make bench`, or `python -m tests.bench PART...`.

A part is a module with `tables()`. Names that begin with an underscore are what parts share.
"""
