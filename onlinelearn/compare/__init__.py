"""Results held against others: against shipped references, against another run, learner against learner."""
