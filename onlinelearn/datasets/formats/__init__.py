"""The file formats that data may come in."""
