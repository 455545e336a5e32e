"""What the coding agent did: transcripts of every kind as one list of ordered actions, and their replay."""
