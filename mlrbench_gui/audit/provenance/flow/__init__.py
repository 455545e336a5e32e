"""What goes into the numbers that code leaves behind: followed through variables, containers, functions and modules."""
