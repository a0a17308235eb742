"""The foundation: arrays, errors and their words, parameters, files, code digests, result rows."""
