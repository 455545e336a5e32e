"""The text of a paper: sections, sentences, tables, figures and references, all with code-point offsets."""
