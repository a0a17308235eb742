"""The learners: one small file each, found by itself."""
