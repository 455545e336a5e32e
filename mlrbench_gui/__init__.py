"""MLR-Bench GUI: audit AI-written research papers against the evidence that their runs left."""
