"""What an operator does with the store, while a server runs or not: `anden admin`."""
