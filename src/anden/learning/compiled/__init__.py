"""Games of a learner against planners, and the planners' own, by compiled code.

Kept in a folder of its own, so that nothing else makes it compile again.
"""
