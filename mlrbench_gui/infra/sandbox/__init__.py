"""Foreign code run in containers: no network, no rights, bounded, and nothing left behind."""
