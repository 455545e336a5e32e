"""A scripted model: recorded answers over the same HTTP that real models use. It stands for no model's ability."""
