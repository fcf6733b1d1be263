"""How to play well: plain functions over the kernel's records, compiled like the rules.

They read only what the seat to act may know, so a view gives the same choice as the state.

A seat plays in a style (`style`, `choosing`): greedily (`greedy`), or by the planner (`planner`),
which keeps a plan for its tickets (`weights`, `paths`, `plan`) and decides on the turn (`turn`,
`claims`, `blocking`, `extras`), on cards (`needs`, `draws`), on tickets (`tickets`) and on payments
(`payment`). What it believes is in `numbers`, what it works with in `workspace`.

A search (`race`, `search`, `selection`, `tree`, `standings`) tries the best actions (`candidates`)
on many deals of what is hidden (`resample`, `unseen`, `beliefs`).
"""
