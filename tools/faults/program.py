"""The program of the process that servers are forked from: loading everything takes seconds."""

PROGRAM = """
import logging, os, sys, time
logging.disable(logging.CRITICAL)  # databases that are away fill pages
real, jump = time.time, 0.0
time.time = lambda: real() + jump  # before anybody takes it
from contextlib import suppress
from pathlib import Path
from anden.game import Game
from anden.server import ServerSettings
from anden.server.options import options_as_dict
from anden.server.run import bind, make_server
many = 10**9
settings = ServerSettings(
    data=Path(sys.argv[1]), database=sys.argv[2], bot_processes=0, max_connections=many,
    connection_burst=many, message_burst=many, cost_burst=many, guess_burst=many,
    max_games=many, max_tables=many, chance_seconds=0.0,
)
game = Game("london", 2, seed=1)
for _ in range(40):
    options_as_dict(game.view(game.to_act))
    game.play(game.legal_actions()[0])
    if game.is_over:
        break
server = make_server(settings)
for line in sys.stdin:
    former, port, jump = line.split()
    if int(former):
        with suppress(ChildProcessError):
            os.waitpid(int(former), 0)
    pid = os.fork()
    if pid == 0:
        jump = float(jump)
        os.dup2(2, 1)
        listener = bind("127.0.0.1", int(port))
        try:
            server.run(sockets=[listener])
        finally:
            os._exit(1)
    jump = 0.0
    print(pid, flush=True)
"""
