"""Files that people have: read rosters and tables from spreadsheets and text, and write them as YAML."""
