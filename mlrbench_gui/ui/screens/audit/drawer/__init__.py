"""The drawer below the paper: findings, scores, transcript, decisions."""
