"""Pictures as values: shapes in hundredths of a millimetre, boards, and SVG that is the same on every machine."""
