"""What the use cases need from outside, as small protocols. `infra` implements them, `app` puts them together.

All calls block and may be made from any thread, except where said.
"""
