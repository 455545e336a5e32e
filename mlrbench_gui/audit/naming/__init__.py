"""Things that papers and code call by name: models, data sets, optimizers, libraries."""
