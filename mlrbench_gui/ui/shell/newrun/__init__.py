"""The sheet that asks for a run of stages: tasks, stages, agent, bounds, and what it would ask before it begins."""
