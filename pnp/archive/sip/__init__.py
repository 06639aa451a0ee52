"""Submission packages (E-ARK SIP 2.2: METS and PREMIS), made from verified packages."""
