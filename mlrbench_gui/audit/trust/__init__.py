"""What the evidence of a claim rests on."""
