"""The Benchmark screen: agents by stage with what each mean rests on, and the runs behind it."""
