"""Reading of bags (BagIt, RFC 8493), whoever made them, in one pass over their files."""
