"""Folders and archives as safe, read-only file trees."""
