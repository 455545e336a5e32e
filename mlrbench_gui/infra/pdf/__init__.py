"""Papers as PDF: making, rendering, reading back, annotating. The one place that knows PyMuPDF."""
