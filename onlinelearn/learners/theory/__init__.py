"""Theorems on the learners: mistake and loss bounds, for streams whose target is known."""
