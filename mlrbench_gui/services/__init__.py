"""Use cases. Blocking, without Qt and without SQL; they take ports, a cancel token and `emit`."""
