"""A game by hand: what is legal, what is not and why, and what each seat may know."""

from anden import Game, IllegalActionError

game = Game("europe", players=3, seed=7)

for seat in range(game.players):  # everybody chooses tickets at the same time
    game.play(game.legal_actions(seat)[0], seat)

to_act = game.to_act
view = game.view(to_act)
print(f"player {to_act} to act; the row: {view.row}; my hand: {view.hand(view.seat or 0)}")

try:
    game.play("claim paris-frankfurt:white with 2 white 1 wild")
except IllegalActionError as error:
    print(f"no: {error.reason}")

for event in game.play("draw deck"):
    print("the table hears:", event)
print("a spectator hears:", game.events_for(None)[-1])
