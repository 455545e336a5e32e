"""A small model from a GGUF file of the user's, on the processor, offline: started and ended by the program."""
