"""A web table over `masko_sdk.table`: Starlette and WebSockets behind, a plain TypeScript page in front.

Run it with ``python -m examples.web``; README.md tells how it is built and what to copy.
"""
