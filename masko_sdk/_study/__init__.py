"""How studies are planned, played, kept in files, and what comes of them; `masko_sdk.study` is their face."""
