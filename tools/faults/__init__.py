"""Servers that are killed, databases that crash, networks that are cut, disks that are full."""
