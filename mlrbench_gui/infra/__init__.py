"""One adapter an outside thing. Adapters implement the ports of `services.ports`."""
