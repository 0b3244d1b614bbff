"""Agreement, reports, adjudication, regression sets and gates."""
