"""The Review screen: a run is scored by rubric beside its paper and evidence."""
