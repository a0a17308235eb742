"""One run of an experiment: its cells, their execution, the measures, the verdicts, and what is written."""
