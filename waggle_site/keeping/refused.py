class Refused(Exception):
    """Nothing was done, or nothing of it was kept; the words say why and what to do."""
