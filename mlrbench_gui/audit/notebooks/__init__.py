"""Jupyter notebooks: their code as one module, what their cells left, whether they ran, and places in them."""
