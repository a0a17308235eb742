"""Results as tables, figures and a report page: pure functions of what was measured."""
