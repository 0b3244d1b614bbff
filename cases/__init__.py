"""Sources, extraction, redaction, rubrics, studies and the cases and items people rate."""
