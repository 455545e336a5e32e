"""What the code of a run sets, and how the numbers of a paper meet it."""
