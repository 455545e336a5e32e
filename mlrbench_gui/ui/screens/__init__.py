"""One package a screen; screens never import each other."""
