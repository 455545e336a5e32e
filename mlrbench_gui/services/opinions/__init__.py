"""Second opinions of a model on claims that the rules leave open: chosen, asked, read strictly, kept apart."""
