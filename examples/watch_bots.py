"""Two bots play North America from their views; the scores come itemised."""

from anden import Game
from anden.bots import ask, make_bot

game = Game("usa", players=2, seed=2026)
bots = [make_bot("greedy", seed=1), make_bot("random", seed=2)]

while (seat := game.to_act) is not None:
    game.play(ask(bots[seat], game.view(seat)))

for score in game.scores().ranking:
    made = sum(ticket.is_completed for ticket in score.tickets)
    print(
        f"player {score.seat}: {score.routes} from routes, {score.ticket_points} from tickets "
        f"({made} of {len(score.tickets)} made), longest path {score.longest_path}, "
        f"{score.total} in all"
    )
print("decided by", game.scores().decided_by)
