"""Draws the boards: where cities, car spaces and labels lie, and the map behind them."""
