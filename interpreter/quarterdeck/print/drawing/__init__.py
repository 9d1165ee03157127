"""Pictures as values: shapes in hundredths of a millimetre, both boards, and SVG that is the same on every machine."""
