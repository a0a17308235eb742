"""Sections of a config, a reader each: a checked choice for what is written, or a problem with its place."""
