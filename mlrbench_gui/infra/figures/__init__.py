"""Reads the bars of plain bar charts from their pictures; needs the optional parts named `figures`."""
