"""Bots that search as long as it takes: on a busy machine they choose the same, only later."""

from anden.bots.champion_bot import ChampionBot
from anden.bots.levels import ExpertBot
from anden.bots.mcts_bot import MctsBot


class PatientMcts(MctsBot):
    watches_clock = False


class PatientExpert(ExpertBot):
    watches_clock = False


class PatientChampion(ChampionBot):
    watches_clock = False
