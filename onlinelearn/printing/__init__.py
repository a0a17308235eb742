"""The text that the commands print."""

from onlinelearn.printing.run_text import plan, result, sides, verdicts

__all__ = ["plan", "result", "sides", "verdicts"]
