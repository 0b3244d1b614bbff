"""Assignment of items to people, their ratings, and the pages they rate on."""
