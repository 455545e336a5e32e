"""Claims against the ledger by name: candidates with scores, best first."""
