"""Runs repeated by others: from a manifest, from an archive, or with cells that somebody else computed."""
