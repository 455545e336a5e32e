"""Experiments done by an agent in a sandbox: the tool loop, its record, and coding agents from outside."""
