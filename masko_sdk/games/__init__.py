"""The games, by name: one line for each."""

from masko_sdk.games import fifty, masko, mojo, skyjo

GAMES = {
    "masko": masko,
    "skyjo": skyjo,
    "mojo": mojo,
    "fifty": fifty,
}
