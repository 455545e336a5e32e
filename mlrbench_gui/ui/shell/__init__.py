"""The main window around the screens: rail, status bar, actions, background work."""
