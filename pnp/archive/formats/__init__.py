"""A record written in each metadata format that archives and catalogues read."""
