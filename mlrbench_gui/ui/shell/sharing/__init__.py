"""The sheet that shares runs out among reviewers."""
