"""The foundation: arrays, errors and their wording, parameters, files, code digests, metrics, result rows."""
