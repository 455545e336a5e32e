"""Which state the research has reached, rule by rule."""
