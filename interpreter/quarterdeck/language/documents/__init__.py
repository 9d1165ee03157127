"""YAML to nodes: components, tables, rosters, scenarios, examples, rulings and the heads of rulesets and variants.

In: `SourceFile`s of YAML. Out: documents of checked shape whose every key and value has a span; cells and expressions
are parsed as rules text and report the YAML file's own line and column. What names mean is left to later stages.
"""
