"""Learning to play: a network first imitates the planner, then plays itself and gets better."""
