"""The preprocessors: each is fitted on the training part, and gives the function to apply to both parts."""
