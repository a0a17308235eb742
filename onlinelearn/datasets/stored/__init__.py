"""Data sets larger than memory: parsed once into files of plain numbers, and read from these in blocks."""
