"""How each file of a run came to be, and whether the code behind it measured anything."""
