"""The measures of a cell: on the test part, along the stream, and what it cost."""
