"""The Adjudication screen: what people said of a run side by side, differences first, and the agreed word."""
