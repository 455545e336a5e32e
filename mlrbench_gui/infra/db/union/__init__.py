"""Bring another workspace's records into this one: a union in which nothing that either side holds is lost."""
