"""Theme, icons and widgets that know no use case."""
